import { useTranslation } from 'react-i18next'
import { usePendingStops } from '@/kit/pendingStops'
import { StatusTag } from '@/kit/status'
import type { Ukey2Key } from './api'

/** Whether the key opens anything. */
export function KeyStatusTag({ ukey }: { ukey: Ukey2Key }) {
  const { t } = useTranslation('ukey2')
  const isRevoked = usePendingStops().has(ukey.id) || ukey.revoked_at
  if (isRevoked) return <StatusTag tone="error">{t('states.revoked')}</StatusTag>
  if (!ukey.is_active) return <StatusTag tone="neutral">{t('states.inactive')}</StatusTag>
  return <StatusTag tone="success">{t('states.active')}</StatusTag>
}
