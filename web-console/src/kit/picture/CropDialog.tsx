import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Modal, Slider } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cropOf, MAX_ZOOM, type Crop } from './crop'
import styles from './CropDialog.module.css'
import { CropStage } from './CropStage'
import { useCrop } from './useCrop'
import { useObjectUrl } from './useObjectUrl'

interface Props {
  file: File
  title: string
  /** The shape that is shown: what is kept is always the square around it. */
  isRound?: boolean
  /** Rejects when the server refuses; the dialog stays open. */
  onApprove: (crop: Crop) => Promise<unknown>
  onClose: () => void
}

/** The image cropper: move by hand or arrows, zoom by wheel or slider. */
export function CropDialog({ file, title, isRound = false, onApprove, onClose }: Props) {
  const { t } = useTranslation()
  const url = useObjectUrl(file)
  const crop = useCrop()
  const [isSaving, setSaving] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { size, view } = crop

  const approve = async () => {
    if (!size || !view) return
    setSaving(true)
    try {
      await onApprove(cropOf(size, view))
      onClose()
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title={title}
      width={420}
      onCancel={onClose}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={isSaving}
      okButtonProps={{ disabled: !size }}
      onOk={() => void approve().catch(() => undefined)}
    >
      {isBroken ? (
        <p role="alert">{t('picture.broken')}</p>
      ) : (
        <>
          <CropStage url={url} crop={crop} isRound={isRound} onBroken={() => setBroken(true)} />
          <div className={styles.zoom}>
            <MinusOutlined aria-hidden />
            <Slider
              min={1}
              max={MAX_ZOOM}
              step={0.05}
              value={view?.zoom ?? 1}
              disabled={!size}
              tooltip={{ open: false }}
              ariaLabelForHandle={t('picture.zoom')}
              onChange={crop.zoomTo}
            />
            <PlusOutlined aria-hidden />
          </div>
          <p className={styles.hint}>{t('picture.hint')}</p>
        </>
      )}
    </Modal>
  )
}
