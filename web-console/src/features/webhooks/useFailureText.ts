import { useTranslation } from 'react-i18next'
import type { failureOf } from './state'

/** Why an attempt has failed, in words. */
export function useFailureText() {
  const { t } = useTranslation('webhooks')
  return (failure: NonNullable<ReturnType<typeof failureOf>>) =>
    'status' in failure
      ? t('answered', { status: failure.status })
      : t(`options.errors.${failure.reason}`)
}
