import { useTranslation } from 'react-i18next'
import { useServerMessage } from '../errors'
import { parseIssue } from './issue'

/** The text of a field's error: a failed check or a sentence of the server, translated. */
export function useFieldMessage(): (message: string) => string {
  const { t, i18n } = useTranslation('errors')
  const serverMessage = useServerMessage()
  return (message) => {
    const parsed = parseIssue(message)
    if (!parsed) return serverMessage(message)
    const key = `validation.${parsed.key}`
    return i18n.exists(key, { ns: 'errors' })
      ? t(key as 'validation.range', parsed.values as { min: number; max: number })
      : t('validation.invalid')
  }
}
