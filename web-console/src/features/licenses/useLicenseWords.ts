import { useTranslation } from 'react-i18next'
import { usePermissionWords } from '@/kit/permissions'

const KINDS = ['sip', 'mobile_app', 'ukey2'] as const
const OWN = [
  'face_id',
  'license_plate',
  'mobile_app',
  'mobile_app_apple_watch',
  'mobile_app_domain_forward_rule',
  'mobile_app_family_events',
  'mobile_app_remote_open',
  'mobile_app_siri',
] as const

/** What kinds and features are called: those of the permission catalogue, and those that no right needs. */
export function useLicenseWords() {
  const { t } = useTranslation('licenses')
  const { featureOf } = usePermissionWords()
  return {
    kindOf: (kind: string) => {
      const known = KINDS.find((name) => name === kind)
      return known ? t(`options.kinds.${known}`) : kind
    },
    /** A group in a sentence, or the project where there is none. */
    nodeOf: (group: { name: string } | null | undefined) =>
      group ? t('ofGroup', { name: group.name }) : t('ofProject'),
    featureOf: (feature: string) => {
      const own = OWN.find((name) => name === feature.replaceAll('.', '_'))
      return own ? t(`options.features.${own}`) : featureOf(feature)
    },
  }
}
