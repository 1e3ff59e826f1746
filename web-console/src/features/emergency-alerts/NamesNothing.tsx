import { WarningOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { EmergencyAlert } from './api'

const LISTS = ['recipients', 'devices', 'pass_domains', 'start_roles', 'release_roles'] as const

/** What the server says an alert no longer names; a list that this console does not know is left out. */
export const emptiedLists = ({ names_nothing: named }: Pick<EmergencyAlert, 'names_nothing'>) =>
  LISTS.filter((list) => named.includes(list))

/** That all which a list of the alert named was deleted, or that it reaches no device: it does less than it was made for. */
export function NamesNothing({ alert }: { alert: EmergencyAlert }) {
  const { t } = useTranslation('emergency-alerts')
  return emptiedLists(alert).map((list) => (
    <StatusTag key={list} tone="error" icon={WarningOutlined}>
      <span title={t(`options.namesNothingWhy.${list}`)}>{t(`options.namesNothing.${list}`)}</span>
    </StatusTag>
  ))
}
