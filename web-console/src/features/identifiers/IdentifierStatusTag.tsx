import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import { useNow } from '@/kit/time'
import type { Identifier } from './api'
import { identifierStatus, STATUS_TONES } from './status'

/** Whether the identifier counts now, and why not. */
export function IdentifierStatusTag({ identifier }: { identifier: Identifier }) {
  const { t } = useTranslation('identifiers')
  const status = identifierStatus(identifier, useNow())
  return <StatusTag tone={STATUS_TONES[status]}>{t(`options.status.${status}`)}</StatusTag>
}
