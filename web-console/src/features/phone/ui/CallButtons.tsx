import {
  AlertOutlined,
  AudioMutedOutlined,
  AudioOutlined,
  MutedOutlined,
  PauseOutlined,
  CaretRightOutlined,
  SoundOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { actionsOf } from '../calls/rules'
import type { Call } from '../calls/types'
import { useOwnNumber, usePhone } from '../context'
import styles from './CallCard.module.css'
import { PhoneGlyph } from './PhoneGlyph'
import { useDoorTone } from './useDoorTone'

/** What may be done with a call now. */
export function CallButtons({ call }: { call: Call }) {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const own = useOwnNumber()
  const openDoor = useDoorTone()
  const may = actionsOf(call, own)
  const { id, muted, isBusy } = call
  if (!Object.values(may).some(Boolean)) return null
  return (
    <div className={styles.buttons}>
      {may.openDoor && (
        <Action label={t('openDoor')} tone="door" onClick={() => openDoor(id)}>
          <UnlockOutlined aria-hidden />
        </Action>
      )}
      {may.takeAlarm && (
        <Action label={t('takeAlarm')} tone="good" onClick={() => phone.takeAlarm(id)}>
          <AlertOutlined aria-hidden />
        </Action>
      )}
      {may.mute && (
        <>
          <Action
            label={t('muteMicrophone')}
            isPressed={muted.microphone}
            onClick={() => phone.mute(id, 'microphone', !muted.microphone)}
          >
            {muted.microphone ? <AudioMutedOutlined aria-hidden /> : <AudioOutlined aria-hidden />}
          </Action>
          <Action
            label={t('muteSound')}
            isPressed={muted.sound}
            onClick={() => phone.mute(id, 'sound', !muted.sound)}
          >
            {muted.sound ? <MutedOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
          </Action>
        </>
      )}
      {may.hold && (
        <Action label={t('hold')} disabled={isBusy} onClick={() => phone.hold(id)}>
          <PauseOutlined aria-hidden />
        </Action>
      )}
      {may.resume && (
        <Action label={t('resume')} tone="good" onClick={() => phone.resume(id)}>
          <CaretRightOutlined aria-hidden />
        </Action>
      )}
      {may.take && (
        <Action label={t('accept')} tone="good" onClick={() => phone.resume(id)}>
          <PhoneGlyph glyph="phone" size={18} />
        </Action>
      )}
      {may.accept && (
        <Action label={t('accept')} tone="good" disabled={isBusy} onClick={() => phone.accept(id)}>
          <PhoneGlyph glyph="phone" size={18} />
        </Action>
      )}
      {may.decline && (
        <Action label={t('decline')} tone="bad" onClick={() => phone.decline(id)}>
          <HangUpGlyph />
        </Action>
      )}
      {may.hangUp && (
        <Action
          label={t('hangUp')}
          tone="bad"
          disabled={isBusy}
          onClick={() => void phone.hangUp(id)}
        >
          <HangUpGlyph />
        </Action>
      )}
    </div>
  )
}

interface ActionProps {
  label: string
  tone?: 'good' | 'bad' | 'door'
  isPressed?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** A round button with its word below. */
export function Action({ label, tone, isPressed, disabled, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className={styles.action}
      data-tone={tone}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={styles.round}>{children}</span>
      <span>{label}</span>
    </button>
  )
}

/** The handset, put down. */
function HangUpGlyph() {
  return (
    <span className={styles.down}>
      <PhoneGlyph glyph="phone" size={18} />
    </span>
  )
}
