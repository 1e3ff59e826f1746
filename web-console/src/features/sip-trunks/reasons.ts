import { useTranslation } from 'react-i18next'
import { useServerMessage } from '@/kit/errors'

type TrunkReason = 'notTrusted' | 'otherName' | 'tooMany' | 'closed'

/** What the platform itself says of a trunk that does not work (services/telephony). */
const TRUNK_REASONS: Record<string, TrunkReason> = {
  'the certificate is not trusted': 'notTrusted',
  'the certificate is of another name': 'otherName',
  'too many trunks register': 'tooMany',
  'the project is suspended, has no licence, or has SIP switched off': 'closed',
}

/** Undefined for what a provider says. */
export const reasonOf = (message: string): TrunkReason | undefined => TRUNK_REASONS[message]

/** Why a trunk does not work, in the language of the interface; a provider's words as they came. */
export function useReason(message: string | null): string | undefined {
  const { t } = useTranslation('sip-trunks')
  const translate = useServerMessage()
  if (message === null) return undefined
  const reason = reasonOf(message)
  return reason ? t(`options.reasons.${reason}`) : translate(message)
}
