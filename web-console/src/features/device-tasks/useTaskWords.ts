import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isSyncErrorWord, isTaskKind, rawWords } from './words'

/** Kinds of tasks, and what devices refuse, in words. */
export function useTaskWords() {
  const { t } = useTranslation('device-tasks')
  return useMemo(
    () => ({
      kind: (kind: string) => (isTaskKind(kind) ? t(`options.kinds.${kind}`) : rawWords(kind)),
      error: (word: string) =>
        isSyncErrorWord(word) ? t(`options.errors.${word}`) : rawWords(word),
    }),
    [t],
  )
}
