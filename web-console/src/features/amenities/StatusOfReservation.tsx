import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { AmenityReservation } from './api'

export const STATUSES = ['reserved', 'active', 'expired', 'inactive', 'canceled'] as const

const TONES: Record<(typeof STATUSES)[number], ToneName> = {
  reserved: 'info',
  active: 'success',
  expired: 'neutral',
  inactive: 'warning',
  canceled: 'neutral',
}

/** What has become of a reservation. */
export function StatusOfReservation({ status }: Pick<AmenityReservation, 'status'>) {
  const { t } = useTranslation('amenities')
  const known = status ?? 'reserved'
  return <StatusTag tone={TONES[known]}>{t(`options.statuses.${known}`)}</StatusTag>
}
