import './style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { preloadAddress, preloadFrame } from './preload.ts';
import { Crash } from './shell/crash.tsx';
import { applyTheme, readTheme } from './shell/theme.ts';

applyTheme(readTheme());
preloadFrame();
preloadAddress(location.pathname);

const host = document.getElementById('root');
if (host === null) throw new Error('index.html has no element #root');

const root = createRoot(host, {
  onUncaughtError: (error) => {
    reportError(error);
    root.render(<Crash />);
  },
});
if (import.meta.env.MODE === 'bench' && location.pathname === '/bench/scan') {
  void import('./scan/bench-scan.tsx').then(({ startScanBench }) => startScanBench(host));
} else {
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
