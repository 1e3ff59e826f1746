import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { MAX_LOCKS } from './doors'

interface Props {
  label: string
  /** 0: all locks. */
  value: number
  isDisabled?: boolean
  isTaken?: (lock: number) => boolean
  onChange: (lock: number) => void
}

/** One lock of a device, or all of them. */
export function LockSelect({ label, value, isDisabled, isTaken, onChange }: Props) {
  const { t } = useTranslation('access-rules')
  return (
    <Select<number>
      aria-label={label}
      style={{ width: 128 }}
      value={value}
      disabled={isDisabled}
      onChange={onChange}
      options={Array.from({ length: MAX_LOCKS + 1 }, (_, lock) => ({
        value: lock,
        label: lock === 0 ? t('doors.allLocks') : t('doors.lock', { lock }),
        disabled: isTaken?.(lock),
      }))}
    />
  )
}
