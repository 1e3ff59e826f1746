import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { countWaiting, isRinging } from '../calls/rules'
import { useCalls, useOwnNumber, usePhone, usePhoneState } from '../context'
import { ELSEWHERE, LOOKS } from './looks'
import styles from './PhoneButton.module.css'
import { PhoneGlyph } from './PhoneGlyph'
import { useFocusBack } from './useFocusBack'
import { useStatusWords } from './useStatusWords'

/** In the shell's bar on every page: says whether the phone rings, and opens the panel. */
export function PhoneButton() {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const { isOpen, registration, isElsewhere } = usePhoneState((state) => state.phone)
  const calls = useCalls()
  const words = useStatusWords()
  const waiting = countWaiting(calls, useOwnNumber())
  const rings = calls.some(isRinging)
  const { tone, glyph, isLoading } = isElsewhere ? ELSEWHERE : LOOKS[registration]
  const describedBy = useId()
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(button, isOpen)

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-tone={rings ? 'success' : tone}
        data-status={registration}
        data-rings={rings}
        aria-busy={isLoading}
        aria-label={t('title')}
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        title={words}
        onClick={() => phone.setPanel(!isOpen)}
      >
        {isLoading && <span className={styles.loading} aria-hidden />}
        <PhoneGlyph glyph={rings ? 'ringing' : glyph} size={18} />
        {waiting > 0 && (
          // Drawn by CSS: the count is told by the description.
          <span className={styles.count} data-count={waiting} aria-hidden />
        )}
      </button>
      <span id={describedBy} hidden>
        {waiting > 0 ? `${words}. ${t('waiting', { count: waiting })}` : words}
      </span>
    </>
  )
}
