import { useTranslation } from 'react-i18next'
import styles from './lists.module.css'
import { CameraGlyph, PhoneGlyph } from './PhoneGlyph'
import { useDial } from './useDial'

/** Voice and video for a row of a list. */
export function DialButtons({ number, who }: { number: string; who: string }) {
  const { t } = useTranslation('phone')
  const dial = useDial()
  return (
    <div className={styles.dial}>
      <button
        type="button"
        aria-label={t('videoCallTo', { who })}
        title={t('videoCall')}
        onClick={() => void dial(number, { hasVideo: true })}
      >
        <CameraGlyph />
      </button>
      <button
        type="button"
        data-voice
        aria-label={t('voiceCallTo', { who })}
        title={t('voiceCall')}
        onClick={() => void dial(number, { hasVideo: false })}
      >
        <PhoneGlyph glyph="phone" size={17} />
      </button>
    </div>
  )
}
