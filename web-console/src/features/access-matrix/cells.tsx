import {
  CheckOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  IdcardOutlined,
  MinusOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessMatrixCell } from '@/api/generated/access-matrix'
import type { ToneName } from '@/kit/theme'
import { useDateFormat } from '@/kit/time'
import styles from './access-matrix.module.css'
import { CELL_STATES, type CellState } from './question'

export const CELL_LOOKS: Record<
  CellState,
  { tone: ToneName | 'none'; icon: ComponentType<{ 'aria-hidden'?: boolean }> }
> = {
  open: { tone: 'success', icon: CheckOutlined },
  online_only: { tone: 'info', icon: CloudOutlined },
  open_without_identifier: { tone: 'neutral', icon: IdcardOutlined },
  later: { tone: 'warning', icon: ClockCircleOutlined },
  forbidden: { tone: 'error', icon: StopOutlined },
  none: { tone: 'none', icon: MinusOutlined },
}

export const stateOf = (cell: AccessMatrixCell | undefined): CellState => cell?.state ?? 'none'

/** What a cell says, for those who do not see it, and in its tooltip. */
export function useCellWords() {
  const { t } = useTranslation('access-matrix')
  const { dateTime } = useDateFormat()
  return (cell: AccessMatrixCell | undefined): string => {
    const state = stateOf(cell)
    const rules = (cell?.access_rules ?? []).map(({ name }) => name).join(', ')
    const next = cell?.next_opens
    return [
      t(`options.states.${state}`),
      ...(next ? [t('opensAt', { time: dateTime(next) })] : []),
      ...(cell?.online_only ? [t('onlineOnly')] : []),
      ...(rules === '' ? [] : [t('rules', { rules })]),
    ].join('. ')
  }
}

/** What the signs mean. */
export function Legend() {
  const { t } = useTranslation('access-matrix')
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {CELL_STATES.map((state) => {
        const { tone, icon: Icon } = CELL_LOOKS[state]
        return (
          <li key={state}>
            <span className={styles.sign} data-tone={tone}>
              <Icon aria-hidden />
            </span>
            {t(`options.states.${state}`)}
          </li>
        )
      })}
    </ul>
  )
}
