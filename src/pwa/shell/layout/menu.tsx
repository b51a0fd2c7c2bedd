import { ChevronRight } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { mayActAs, type Role } from '../../../contract/access/people.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { Select } from '../../ui/select.tsx';
import { useMessages } from '../../words/words.tsx';
import { OFF_NAVIGATION } from '../addresses.ts';
import { PersonLanguage } from '../language-choice.tsx';
import { slotsOf } from '../slots.ts';
import { isQuiet, setQuiet } from '../sound.ts';
import { applyTheme, readTheme, THEMES } from '../theme.ts';
import { useShop } from '../use-session.ts';
import { MenuNavigation } from './navigation.tsx';

interface MenuProps {
  readonly id: string;
  readonly role: Role;
  /** True while a full-screen view covers the page, so that the menu closes. */
  readonly covered: boolean;
  readonly onShortcuts: () => void;
  /** Opens the customer display; null for roles that do not serve customers. */
  readonly onDisplay: (() => void) | null;
}

/**
 * Navigation for screens without a rail, the language, and rare settings of this device.
 *
 * A native popover: it closes on Escape and on a touch outside.
 */
export function Menu({ id, role, covered, onShortcuts, onDisplay }: MenuProps) {
  const { header, places } = useMessages();
  const { name, visit } = useShop();
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => ref.current?.hidePopover();
  useLayer({ isOpen, close, onScan: 'closes' });
  useEffect(() => {
    // Feature detection: without it, a browser without popovers would crash the page here.
    if (covered && ref.current !== null && 'hidePopover' in ref.current) ref.current.hidePopover();
  }, [covered]);
  // Closes the menu first, because its button would reopen it over the dialog.
  const openShortcuts = () => {
    close();
    onShortcuts();
  };
  const openDisplay = () => {
    close();
    onDisplay?.();
  };
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      onToggle={({ newState }) => setOpen(newState === 'open')}
      className="card top-14 right-2 left-auto m-0 mt-2 max-h-[calc(100dvh-4.5rem)] w-72 overflow-y-auto p-3 text-neutral-12 shadow-float phone:top-auto phone:bottom-18 short:top-0 short:max-h-[calc(100dvh-1rem)]"
    >
      <MenuNavigation role={role} onGo={close} />
      <div className="grid gap-3">
        {onDisplay !== null && <Button onClick={openDisplay}>{header.display}</Button>}
        {name !== undefined && mayActAs(role, 'manager') && (
          <Suspense>
            {slotsOf('shopChoice').map((Choice, position) => (
              <Choice key={position} />
            ))}
          </Suspense>
        )}
        {mayActAs(role, 'cashier') && !visit && (
          <Link href={OFF_NAVIGATION.shift} className={buttonClass('plain')} onClick={close}>
            {places.myShift}
          </Link>
        )}
        {mayActAs(role, 'manager') && (
          <Suspense>
            {slotsOf('managerMenu').map((Part, position) => (
              <Part key={position} onGo={close} />
            ))}
          </Suspense>
        )}
        <PersonLanguage />
        <details className="group">
          <summary className="inline-flex min-h-12 list-none items-center gap-1 font-medium text-neutral-11">
            <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="group-open:rotate-90" />
            {header.thisDevice}
          </summary>
          <div className="grid gap-3">
            <ThemeChoice />
            <SoundChoice />
            <Link href={OFF_NAVIGATION.scanCheck} className={buttonClass('plain')} onClick={close}>
              {header.scanCheck}
            </Link>
            <Button onClick={openShortcuts}>{header.shortcuts}</Button>
            <Link href={OFF_NAVIGATION.accessibility} className={buttonClass('plain')} onClick={close}>
              {header.accessibility}
            </Link>
          </div>
        </details>
        {!mayActAs(role, 'manager') && <p className="text-label text-neutral-9">{header.changePin}</p>}
      </div>
    </div>
  );
}

function ThemeChoice() {
  const { header } = useMessages();
  const [theme, setTheme] = useState(readTheme);
  const choose = (value: string) => {
    const chosen = THEMES.find((name) => name === value) ?? 'system';
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Select label={header.theme} value={theme} onChoose={choose}>
      {THEMES.map((name) => (
        <option key={name} value={name}>
          {header.themes[name]}
        </option>
      ))}
    </Select>
  );
}

function SoundChoice() {
  const { header } = useMessages();
  const [quiet, setIsQuiet] = useState(isQuiet);
  const choose = (value: string) => {
    setQuiet(value === 'off');
    setIsQuiet(value === 'off');
  };
  return (
    <Select label={header.sound} value={quiet ? 'off' : 'on'} onChoose={choose}>
      <option value="on">{header.soundOn}</option>
      <option value="off">{header.soundOff}</option>
    </Select>
  );
}
