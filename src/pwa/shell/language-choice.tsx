import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../contract/access/people.ts';
import type { Language } from '../../contract/platform/languages.ts';
import { isLanguage, LANGUAGES } from '../../contract/platform/languages.ts';
import { failureOrNull } from '../api/failure.ts';
import { call, SESSION_KEY } from '../api/live.ts';
import { Select } from '../ui/select.tsx';
import { useInitialMessages, useLanguage } from '../words/words.tsx';
import { FailureNotice } from './failure-notice.tsx';

/**
 * The language of this device: for screens before sign-in, and for people without a choice of their
 * own.
 */
export function DeviceLanguage() {
  const { choose } = useLanguage();
  return <LanguageSelect onChoose={choose} />;
}

/** The language of the signed-in user, which applies on every device. */
export function PersonLanguage() {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (language: Language) => call('speak', { body: { language } }),
    onMutate: (language) =>
      client.setQueryData<Session | null>(
        SESSION_KEY,
        (session) => session && { ...session, person: { ...session.person, language } },
      ),
  });
  return (
    <>
      <LanguageSelect onChoose={(language) => save.mutate(language)} />
      <FailureNotice failure={failureOrNull(save.error)} />
    </>
  );
}

function LanguageSelect({ onChoose }: { readonly onChoose: (language: Language) => void }) {
  const { common } = useInitialMessages();
  const { language } = useLanguage();
  return (
    <Select label={common.language} value={language} onChoose={(value) => isLanguage(value) && onChoose(value)}>
      {Object.entries(LANGUAGES).map(([key, { name, tag }]) => (
        <option key={key} value={key} lang={tag}>
          {name}
        </option>
      ))}
    </Select>
  );
}
