import { DeleteOutlined, FilePdfOutlined, PictureOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AmenityImage, AmenityTermsOfUse } from '@/api/generated/files'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { Reason } from '@/kit/feedback'
import { useUpload } from '@/kit/files'
import {
  useDeleteAmenityImageMutation,
  useDeleteAmenityTermsOfUseMutation,
  type Amenity,
} from './api'
import styles from './AmenityFiles.module.css'

interface Props {
  amenity: Amenity
  readOnly: string | false
}

/** The picture and the terms of use: each is saved at once. */
export function AmenityFiles({ amenity, readOnly }: Props) {
  const { t } = useTranslation('amenities')
  const path = `/api/v0/amenities/${amenity.id}`
  const [sendImage, image] = useUpload<AmenityImage>(['Amenities'])
  const [sendTerms, terms] = useUpload<AmenityTermsOfUse>(['Amenities'])
  const [removeImage] = useDeleteAmenityImageMutation()
  const [removeTerms] = useDeleteAmenityTermsOfUseMutation()
  return (
    <div className={styles.files}>
      <FileCard
        title={t('files.image')}
        text={t('files.imageText')}
        accept="image/jpeg,image/png,image/webp"
        icon={<PictureOutlined />}
        isThere={amenity.image_url !== null}
        isSending={image.isLoading}
        readOnly={readOnly}
        onSend={(file) => sendImage(`${path}/image`, { image: file })}
        onRemove={() => removeImage({ id: amenity.id }).unwrap()}
      >
        {amenity.image_url && <img className={styles.image} src={amenity.image_url} alt="" />}
      </FileCard>
      <FileCard
        title={t('files.terms')}
        text={t('files.termsText')}
        accept="application/pdf"
        icon={<FilePdfOutlined />}
        isThere={amenity.terms_of_use_url !== null}
        isSending={terms.isLoading}
        readOnly={readOnly}
        onSend={(file) => sendTerms(`${path}/terms-of-use`, { file })}
        onRemove={() => removeTerms({ id: amenity.id }).unwrap()}
      >
        {amenity.terms_of_use_url && (
          <a href={amenity.terms_of_use_url} target="_blank" rel="noreferrer">
            {t('files.version', { version: amenity.terms_version })}
          </a>
        )}
      </FileCard>
    </div>
  )
}

interface CardProps {
  title: string
  text: string
  accept: string
  icon: ReactNode
  isThere: boolean
  isSending: boolean
  readOnly: string | false
  children: ReactNode
  onSend: (file: File) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

function FileCard(props: CardProps) {
  const { title, text, accept, icon, isThere, isSending, readOnly, children } = props
  const { t } = useTranslation('amenities')
  const errorText = useErrorText()
  const attempt = async (done: Promise<unknown>, said: string) => {
    try {
      await done
      alerts.success(said)
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const take = (file: File) => {
    void attempt(props.onSend(file), t('files.saved'))
    // Nothing is sent by the control itself.
    return Upload.LIST_IGNORE
  }
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      <div className={styles.buttons}>
        <Reason why={readOnly}>
          <Upload
            accept={accept}
            showUploadList={false}
            beforeUpload={take}
            disabled={Boolean(readOnly)}
          >
            <Button icon={icon} loading={isSending} disabled={Boolean(readOnly)}>
              {isThere ? t('files.replace') : t('files.choose')}
            </Button>
          </Upload>
        </Reason>
        {isThere && !readOnly && (
          <Button
            icon={<DeleteOutlined />}
            onClick={() => void attempt(props.onRemove(), t('files.removed'))}
          >
            {t('files.remove')}
          </Button>
        )}
      </div>
    </section>
  )
}
