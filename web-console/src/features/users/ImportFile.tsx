import { DownloadOutlined, FileExcelOutlined, InboxOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { saveBlob } from '@/kit/files'
import { exampleTable } from './exampleTable'
import styles from './ImportPage.module.css'

const MAX_BYTES = 64 * 1024 * 1024

interface Props {
  file: File | undefined
  isLocked: boolean
  onChange: (file: File) => void
}

/** The table: dropped here, or chosen; and an example of one. */
export function ImportFile({ file, isLocked, onChange }: Props) {
  const { t } = useTranslation('users')
  const take = (chosen: File) => {
    if (!/\.(xlsx|csv)$/i.test(chosen.name)) alerts.error(t('import.type'))
    else if (chosen.size > MAX_BYTES) alerts.error(t('import.tooLarge'))
    else onChange(chosen)
    // Nothing is sent by the control itself.
    return Upload.LIST_IGNORE
  }
  const saveExample = () =>
    // Spreadsheets take a file for UTF-8 only by its first three bytes.
    saveBlob(new Blob(['\uFEFF', exampleTable()], { type: 'text/csv' }), 'users-example.csv')
  return (
    <section className={styles.step}>
      <h2>{t('import.file')}</h2>
      <Upload.Dragger
        accept=".xlsx,.csv"
        showUploadList={false}
        beforeUpload={take}
        disabled={isLocked}
      >
        <p className={styles.icon} aria-hidden>
          {file ? <FileExcelOutlined /> : <InboxOutlined />}
        </p>
        <p>
          <strong>{file ? file.name : t('import.drop')}</strong>
        </p>
        <p className={styles.hint}>{file ? t('import.another') : t('import.limits')}</p>
      </Upload.Dragger>
      <p className={styles.hint}>
        {t('import.headings')}{' '}
        <Button type="link" size="small" icon={<DownloadOutlined />} onClick={saveExample}>
          {t('import.example')}
        </Button>
      </p>
    </section>
  )
}
