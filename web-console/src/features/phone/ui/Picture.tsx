import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '../calls/types'
import { usePhone } from '../context'
import styles from './Picture.module.css'

interface Props {
  call: Call
  sessionId: string
  isFullscreen?: boolean
}

/** The picture of a call; its sound is played apart, so that it is heard on every page. */
export function Picture({ call, sessionId, isFullscreen = false }: Props) {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = phone.streamOf(sessionId) ?? null
  }, [phone, sessionId])
  return (
    <div className={styles.media} data-full={isFullscreen}>
      <video ref={video} autoPlay playsInline muted aria-label={t('picture')} />
      <button
        type="button"
        aria-label={isFullscreen ? t('leaveFullScreen') : t('fullScreen')}
        title={isFullscreen ? t('leaveFullScreen') : t('fullScreen')}
        onClick={() => phone.setFullscreen(isFullscreen ? undefined : call.id)}
      >
        {isFullscreen ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
      </button>
    </div>
  )
}
