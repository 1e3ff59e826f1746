import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { readPreference } from '@/kit/preferences'
import styles from './Keypad.module.css'
import { CameraGlyph, PhoneGlyph } from './PhoneGlyph'
import { lastDialled, useDial } from './useDial'

/** A key and the letters that belong to it on every phone. */
const KEYS = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const

const LONGEST = 32
/** What a number may be made of; what is pasted with it is left out. */
const digitsOf = (text: string) => text.replaceAll(/[^\d*#+]/g, '').slice(0, LONGEST)

export function Keypad() {
  const { t } = useTranslation('phone')
  const dial = useDial()
  const [number, setNumber] = useState('')
  const hasNumber = number !== ''

  const call = async (hasVideo: boolean) => {
    await dial(number, { hasVideo })
    setNumber('')
  }
  const onVideo = () => {
    if (hasNumber) void call(true)
    else setNumber(readPreference(lastDialled))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void call(false)
  }
  return (
    <form className={styles.keypad} onSubmit={onSubmit}>
      <div className={styles.number}>
        <input
          className="tabular"
          inputMode="tel"
          autoComplete="off"
          aria-label={t('number')}
          placeholder="..."
          value={number}
          onChange={({ target }) => setNumber(digitsOf(target.value))}
        />
        {hasNumber && (
          <button
            type="button"
            className={styles.backspace}
            aria-label={t('backspace')}
            onClick={() => setNumber(number.slice(0, -1))}
          >
            <Backspace />
          </button>
        )}
      </div>
      <div className={styles.keys}>
        {KEYS.map(([key, letters]) => (
          <button
            key={key}
            type="button"
            aria-label={key}
            onClick={() => setNumber(digitsOf(number + key))}
          >
            {/* Drawn by CSS: the letters are no part of the key's name. */}
            <span data-letters={letters}>{key}</span>
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.video}
          aria-label={t('videoCall')}
          title={hasNumber ? t('videoCall') : t('lastNumber')}
          onClick={onVideo}
        >
          <CameraGlyph size={24} />
        </button>
        {hasNumber && (
          <button type="submit" className={styles.voice} aria-label={t('voiceCall')}>
            <PhoneGlyph glyph="phone" size={26} />
          </button>
        )}
      </div>
    </form>
  )
}

function Backspace() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M8.5 5.5H20v13H8.5L3 12z" />
      <path d="M11.5 9.5l5 5m0-5l-5 5" />
    </svg>
  )
}
