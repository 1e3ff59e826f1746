import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import { BACKUP_TAGS, type ApplyBackupResponse } from './api'
import type { Review } from './BackupsPage'

/** Sends a file; what it would change is reviewed before anything is written. */
export function UploadBackup({ onPlanned }: { onPlanned: (review: Review) => void }) {
  const { t } = useTranslation('backups')
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [send, { isLoading }] = useUpload<ApplyBackupResponse>(BACKUP_TAGS)
  const plan = async (file: File | undefined) => {
    if (!file) return
    try {
      const planned = await send(`${API_BASE}/backups/apply`, {
        mode: 'merge',
        file,
      })
      if (!planned.backup) return
      const { id, name } = planned.backup
      onPlanned({ id, name, isUndo: false, planned })
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip"
        hidden
        aria-label={t('upload')}
        onChange={({ target }) => {
          void plan(target.files?.[0])
          target.value = ''
        }}
      />
      <Button icon={<UploadOutlined />} loading={isLoading} onClick={() => input.current?.click()}>
        {t('upload')}
      </Button>
    </>
  )
}
