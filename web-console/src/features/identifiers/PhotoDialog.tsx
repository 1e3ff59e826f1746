import { CameraOutlined, FolderOpenOutlined } from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import type { Identifier } from './api'
import { frameOf, refusalOf, type PhotoRefusal } from './photo'
import styles from './photo.module.css'

const MAX_BYTES = 10 * 1024 * 1024
/** Longer side of a picture of the camera, in pixels: a face is some hundreds of them wide. */
const CAMERA_SIDE = 1280
const QUALITY = 0.92

interface Chosen {
  blob: Blob
  url: string
}

/** A photo of a face, by camera or as a file; what is wrong with a refused one is drawn on it. */
export default function PhotoDialog({
  id,
  name,
  onClose,
}: {
  id: Id
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation('identifiers')
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<Chosen>()
  const [isCameraOn, setCameraOn] = useState(false)
  const [hasConsent, setConsent] = useState(false)
  const [refusal, setRefusal] = useState<PhotoRefusal>()
  const [upload, { isLoading }] = useUpload<Identifier>(['Identifiers'])
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])

  const choose = (blob: Blob | undefined) => {
    if (!blob) return
    if (blob.size > MAX_BYTES) {
      alerts.error(t('photo.tooLarge'))
      return
    }
    setCameraOn(false)
    setRefusal(undefined)
    setChosen({ blob, url: URL.createObjectURL(blob) })
  }
  const send = async () => {
    if (!chosen) return
    try {
      await upload(`/api/v0/identifiers/${id}/photo`, {
        consent: hasConsent,
        image: chosen.blob,
      })
      alerts.success(t('photo.saved', { name }))
      onClose()
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (!refused) alerts.error(errorText(error))
    }
  }
  return (
    <Modal
      open
      title={t('photo.title', { name })}
      width={560}
      onCancel={onClose}
      okText={t('photo.save')}
      onOk={() => void send()}
      okButtonProps={{
        disabled: !chosen || refusal !== undefined,
        loading: isLoading,
      }}
    >
      {isCameraOn ? (
        <Camera onTaken={choose} onFailed={() => setCameraOn(false)} />
      ) : (
        chosen && <Shown url={chosen.url} refusal={refusal} alt={t('photo.alt', { name })} />
      )}
      {refusal && (
        <p role="alert" className={styles.reason}>
          {t(`options.photoReasons.${refusal.reason}`)}
        </p>
      )}
      <div className={styles.ways}>
        {!isCameraOn && (
          <Button icon={<CameraOutlined />} onClick={() => setCameraOn(true)}>
            {t('photo.camera')}
          </Button>
        )}
        <FileButton onChosen={choose} />
      </div>
      <p className={styles.soft}>{t('photo.help')}</p>
      <Checkbox checked={hasConsent} onChange={({ target }) => setConsent(target.checked)}>
        {t('photo.consent')}
      </Checkbox>
    </Modal>
  )
}

function FileButton({ onChosen }: { onChosen: (file: File | undefined) => void }) {
  const { t } = useTranslation('identifiers')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<FolderOpenOutlined />} onClick={() => input.current?.click()}>
        {t('photo.file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={t('photo.file')}
        onChange={({ target }) => {
          onChosen(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}

/** The photo, with the faces that were found on a refused one. */
function Shown({
  url,
  refusal,
  alt,
}: {
  url: string
  refusal: PhotoRefusal | undefined
  alt: string
}) {
  return (
    <div className={styles.shown}>
      <img src={url} alt={alt} />
      {refusal?.boxes.map((box) => (
        <span
          key={`${box.x}/${box.y}`}
          className={styles.box}
          style={frameOf(box, refusal)}
          aria-hidden
        />
      ))}
    </div>
  )
}

/** The live picture, with the frame that a face should fill in. */
function Camera({
  onTaken,
  onFailed,
}: {
  onTaken: (blob: Blob | undefined) => void
  onFailed: () => void
}) {
  const { t } = useTranslation('identifiers')
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    const open = async () => {
      try {
        const opened = await navigator.mediaDevices.getUserMedia({
          video: { width: { ideal: CAMERA_SIDE }, facingMode: 'user' },
        })
        stream = opened
        if (isOver) opened.getTracks().forEach((track) => track.stop())
        else if (video.current) video.current.srcObject = opened
      } catch {
        alerts.error(t('photo.noCamera'))
        onFailed()
      }
    }
    void open()
    return () => {
      isOver = true
      stream?.getTracks().forEach((track) => track.stop())
    }
    // The camera is opened once: neither the words nor the caller's functions open it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const take = () => {
    const shown = video.current
    if (!shown) return
    const canvas = document.createElement('canvas')
    canvas.width = shown.videoWidth
    canvas.height = shown.videoHeight
    canvas.getContext('2d')?.drawImage(shown, 0, 0)
    canvas.toBlob((blob) => onTaken(blob ?? undefined), 'image/jpeg', QUALITY)
  }
  return (
    <>
      <div className={styles.shown}>
        <video ref={video} autoPlay playsInline muted onCanPlay={() => setReady(true)} />
        <span className={styles.frame} aria-hidden />
      </div>
      <Button type="primary" block icon={<CameraOutlined />} disabled={!isReady} onClick={take}>
        {t('photo.take')}
      </Button>
    </>
  )
}
