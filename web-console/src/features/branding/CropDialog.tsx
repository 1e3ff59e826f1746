import { Modal, Segmented, Slider } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { SHAPES, WHOLE, type Shape, type Size, type View } from './crop'
import styles from './branding.module.css'
import { CropStage } from './CropStage'
import { drawPart } from './drawPart'

interface Props {
  file: File
  /** Gets the part that was kept, as PNG. */
  onCrop: (image: Blob) => Promise<void>
  onClose: () => void
}

const MAX_ZOOM = 4

/** Chooses the part of a picture that becomes the logo, and shows it on light and on dark. */
export function CropDialog({ file, onCrop, onClose }: Props) {
  const { t } = useTranslation(['branding', 'common'])
  const { image, url, isBroken } = usePicture(file)
  const [view, setView] = useState(WHOLE)
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    if (!isBroken) return
    alerts.error(t('logo.broken'))
    onClose()
  }, [isBroken, onClose, t])

  const keep = async () => {
    if (!image) return
    setSending(true)
    try {
      await onCrop(await drawPart(image, view))
    } catch {
      alerts.error(t('logo.broken'))
    } finally {
      setSending(false)
    }
  }
  const size: Size | undefined = image && { width: image.naturalWidth, height: image.naturalHeight }
  return (
    <Modal
      open
      width={600}
      title={t('logo.crop')}
      onCancel={onClose}
      onOk={() => void keep()}
      okText={t('logo.keep')}
      cancelText={t('common:cancel')}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !image }}
    >
      <div className={styles.cropTools}>
        <Segmented<Shape>
          aria-label={t('logo.shape')}
          value={view.shape}
          onChange={(shape) => setView({ ...WHOLE, shape })}
          options={Object.keys(SHAPES).map((shape) => ({
            value: shape as Shape,
            label: t(`options.shapes.${shape as Shape}`),
          }))}
        />
        <label className={styles.zoom}>
          <span>{t('logo.zoom')}</span>
          <Slider
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={view.zoom}
            onChange={(zoom) => setView({ ...view, zoom })}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('logo.zoom')}
          />
        </label>
      </div>
      {size && <Stage url={url} size={size} view={view} onView={setView} />}
    </Modal>
  )
}

interface StageProps {
  url: string
  size: Size
  view: View
  onView: (view: View) => void
}

function Stage(props: StageProps) {
  const { t } = useTranslation('branding')
  return (
    <>
      <CropStage {...props} label={t('logo.stage')} />
      <div className={styles.looks}>
        <CropStage {...props} ground="light" label={t('logo.onLight')} />
        <CropStage {...props} ground="dark" label={t('logo.onDark')} />
      </div>
    </>
  )
}

/** A chosen file as a picture of the browser. */
function usePicture(file: File) {
  const [state, setState] = useState<{ image?: HTMLImageElement; isBroken: boolean; url: string }>({
    isBroken: false,
    url: '',
  })
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    let isOver = false
    image.addEventListener('load', () => {
      if (!isOver) setState({ image, isBroken: false, url })
    })
    image.addEventListener('error', () => {
      if (!isOver) setState({ isBroken: true, url })
    })
    image.src = url
    return () => {
      isOver = true
      URL.revokeObjectURL(url)
    }
  }, [file])
  return state
}
