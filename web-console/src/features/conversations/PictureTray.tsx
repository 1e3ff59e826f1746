import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useObjectUrl } from '@/kit/picture'
import type { DraftPicture } from './draftPictures'
import styles from './pictures.module.css'

interface Props {
  pictures: DraftPicture[]
  onRemove: (id: string) => void
  onRetry: (picture: DraftPicture) => void
}

/** Pictures that the message will have. */
export function PictureTray({ pictures, onRemove, onRetry }: Props) {
  const { t } = useTranslation('conversations')
  if (pictures.length === 0) return null
  return (
    <ul className={styles.tray} aria-label={t('pictures.chosen')}>
      {pictures.map((picture) => (
        <li key={picture.id} className={styles.chosen} data-failed={picture.hasFailed}>
          <Preview file={picture.file} />
          {picture.key === undefined && !picture.hasFailed && (
            <Progress
              className={styles.progress ?? ''}
              percent={Math.round(picture.progress * 100)}
              showInfo={false}
              size="small"
              aria-label={t('pictures.uploading', { name: picture.file.name })}
            />
          )}
          {picture.hasFailed && (
            <Button
              className={styles.retry ?? ''}
              icon={<ReloadOutlined />}
              aria-label={t('pictures.retry', { name: picture.file.name })}
              onClick={() => onRetry(picture)}
            />
          )}
          <Button
            className={styles.remove ?? ''}
            shape="circle"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('pictures.remove', { name: picture.file.name })}
            onClick={() => onRemove(picture.id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** A picture of this machine. */
export function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file)
  return url ? <img src={url} alt={file.name} /> : null
}
