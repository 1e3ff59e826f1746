import { CameraOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '../alerts'
import { useErrorText } from '../errors'
import { Reason } from '../feedback'
import type { Crop } from './crop'
import { CropDialog } from './CropDialog'
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from './limits'
import styles from './PictureField.module.css'

interface Props {
  /** The picture as it is now. */
  children: ReactNode
  title: string
  hasPicture: boolean
  isRound?: boolean
  disabled?: string | false
  onSet: (image: File, crop: Crop) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

/** A picture to choose, crop and take away; each is saved at once. */
export function PictureField(props: Props) {
  const { children, title, hasPicture, isRound, disabled, onSet, onRemove } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [file, setFile] = useState<File>()

  const said = async (done: Promise<unknown>) => {
    try {
      await done
    } catch (error) {
      alerts.error(errorText(error))
      throw error
    }
  }
  const take = (chosen: File) => {
    if (!PICTURE_TYPES.includes(chosen.type)) alerts.error(t('picture.type'))
    else if (chosen.size > MAX_PICTURE_BYTES) alerts.error(t('picture.tooLarge'))
    else setFile(chosen)
    // Nothing is sent by the control itself.
    return Upload.LIST_IGNORE
  }
  return (
    <div className={styles.picture}>
      {children}
      <div className={styles.buttons}>
        <Reason why={disabled}>
          <Upload
            accept={PICTURE_TYPES.join(',')}
            showUploadList={false}
            beforeUpload={take}
            disabled={Boolean(disabled)}
          >
            <Button icon={<CameraOutlined />} disabled={Boolean(disabled)}>
              {hasPicture ? t('picture.change') : t('picture.choose')}
            </Button>
          </Upload>
        </Reason>
        {hasPicture && !disabled && (
          <Button
            icon={<DeleteOutlined />}
            onClick={() => void said(onRemove()).catch(() => undefined)}
          >
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {file && (
        <CropDialog
          file={file}
          title={title}
          isRound={isRound}
          onApprove={(crop) => said(onSet(file, crop))}
          onClose={() => setFile(undefined)}
        />
      )}
    </div>
  )
}
