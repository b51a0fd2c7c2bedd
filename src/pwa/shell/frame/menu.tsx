import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { mayActAs, type Role } from '../../../contract/access/people.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/words.tsx';
import { OFF_NAVIGATION } from '../addresses.ts';
import { PersonLanguage } from '../language-choice.tsx';
import { isQuiet, setQuiet } from '../sound.ts';
import { applyTheme, readTheme, THEMES } from '../theme.ts';
import { PlaceList } from './place-list.tsx';

interface MenuProps {
  readonly id: string;
  readonly role: Role;
  /** A full-screen view covers the page, so the menu closes. */
  readonly covered: boolean;
  readonly onShortcuts: () => void;
  /** Opens the customer display; null for roles that do not serve customers. */
  readonly onDisplay: (() => void) | null;
}

/**
 * Navigation for screens without a rail, and the device's appearance, sound and language.
 *
 * A native popover: it closes on Escape and on a touch outside.
 */
export function Menu({ id, role, covered, onShortcuts, onDisplay }: MenuProps) {
  const { header, places } = useWords();
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => ref.current?.hidePopover();
  useLayer({ isOpen, close, onScan: 'closes' });
  useEffect(() => {
    // Feature detection: without it, a browser without popovers would crash the page here.
    if (covered && ref.current !== null && 'hidePopover' in ref.current) ref.current.hidePopover();
  }, [covered]);
  // Closed first: a button that toggles the menu would reopen it over the dialog.
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
      className="card top-14 right-2 left-auto m-0 mt-2 max-h-[calc(100dvh-4.5rem)] w-72 overflow-y-auto p-3 text-neutral-12 shadow-float short:top-0 short:max-h-[calc(100dvh-1rem)]"
    >
      <nav aria-label={places.title} className="mb-2 border-b border-neutral-4 pb-3 till:hidden">
        <PlaceList role={role} onGo={close} />
      </nav>
      <div className="grid gap-3">
        <ThemeChoice />
        <PersonLanguage />
        <SoundChoice />
        {onDisplay !== null && <Button onClick={openDisplay}>{header.display}</Button>}
        {mayActAs(role, 'cashier') && (
          <Link href={OFF_NAVIGATION.shift} className={buttonLook('plain')} onClick={close}>
            {places.myShift}
          </Link>
        )}
        <Link href={OFF_NAVIGATION.scanCheck} className={buttonLook('plain')} onClick={close}>
          {header.scanCheck}
        </Link>
        <Button onClick={openShortcuts}>{header.shortcuts}</Button>
        <Link href={OFF_NAVIGATION.accessibility} className={buttonLook('plain')} onClick={close}>
          {header.accessibility}
        </Link>
      </div>
    </div>
  );
}

function ThemeChoice() {
  const { header } = useWords();
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
  const { header } = useWords();
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
