import { PictureOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { PICTURE_TYPES } from '@/kit/picture'
import { MAX_PICTURES } from './draftPictures'

interface Props {
  taken: number
  /** Its words stand beside it, where there is room. */
  isNamed?: boolean
  onAdd: (files: readonly File[]) => void
}

/** Chooses pictures for a message; nothing is sent by the control itself. */
export function AddPictures({ taken, isNamed = false, onAdd }: Props) {
  const { t } = useTranslation('conversations')
  return (
    <Upload
      accept={PICTURE_TYPES.join(',')}
      multiple
      showUploadList={false}
      // Once for all that were chosen together.
      beforeUpload={(file, files) => {
        if (file === files[0]) onAdd(files)
        return Upload.LIST_IGNORE
      }}
    >
      <Button
        icon={<PictureOutlined />}
        aria-label={isNamed ? undefined : t('pictures.add')}
        disabled={taken >= MAX_PICTURES}
      >
        {isNamed && t('pictures.add')}
      </Button>
    </Upload>
  )
}
