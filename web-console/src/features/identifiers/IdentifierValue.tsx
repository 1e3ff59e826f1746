import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/kit/permissions'
import type { Identifier } from './api'
import { shownValue } from './value'

/** The number as the person prefers to read it, with the other form in the tooltip. */
export function IdentifierValue({ identifier }: { identifier: Identifier }) {
  const { t } = useTranslation('identifiers')
  const format = useProfile()?.profile?.identifier_format
  const { text, other } = shownValue(identifier, format)
  if (!text) return <>—</>
  const number = <span className="mono">{text}</span>
  if (!other) return number
  return (
    <Tooltip title={`${t(`options.formats.${other.format}`)}: ${other.text}`}>{number}</Tooltip>
  )
}
