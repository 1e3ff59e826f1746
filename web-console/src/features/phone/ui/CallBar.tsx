import { useTranslation } from 'react-i18next'
import { Avatar } from '@/kit/avatar'
import { isActive, isRinging } from '../calls/rules'
import type { Call } from '../calls/types'
import { useCalls, usePhoneState } from '../context'
import styles from './CallBar.module.css'
import { CallButtons } from './CallButtons'
import { CallState } from './CallState'
import { DoorWithoutAnswer } from './DoorWithoutAnswer'
import { SosMark } from './SosMark'
import { useWho } from './useWho'

/** More calls at once are in the phone itself. */
const SHOWN = 3

/** While the phone is closed: calls that ring, and the one that is talked on, over every page. */
export function CallBar() {
  const { t } = useTranslation('phone')
  const calls = useCalls()
  const isOpen = usePhoneState(({ phone }) => phone.isOpen)
  const shown = calls.filter((call) => isRinging(call) || isActive(call)).slice(0, SHOWN)
  if (isOpen || shown.length === 0) return null
  return (
    <aside className={styles.bar} aria-label={t('callBar')}>
      {shown.map((call) => (
        <Line key={call.id} call={call} />
      ))}
    </aside>
  )
}

function Line({ call }: { call: Call }) {
  const { name, address } = useWho(call)
  return (
    <div className={styles.line} data-sos={call.isSos} data-rings={isRinging(call)}>
      <Avatar name={name || call.number} size={42} />
      <div className={styles.who}>
        <strong>
          {name || call.number} {call.isSos && <SosMark />}
        </strong>
        <span>
          {name && <span className="mono">{call.number}</span>} {address}
        </span>
        <CallState call={call} />
      </div>
      <div className={styles.buttons}>
        {isRinging(call) && <DoorWithoutAnswer number={call.number} />}
        <CallButtons call={call} />
      </div>
    </div>
  )
}
