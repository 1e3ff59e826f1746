import { UploadOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EmergencyAlertFile } from '@/api/generated/emergency-alerts'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import { FieldFrame, useField } from '@/kit/form'
import styles from './alerts.module.css'
import { clock } from './board'

const FORMATS = '.wav,.mp3,.ogg,.flac,.m4a'

/** The sound: converted by the server, and heard here, before the alert is saved. */
export function SoundField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('emergency-alerts')
  const errorText = useErrorText()
  const props = { name, label, isWide: true, help: t('help.sound') }
  const { value, onChange, error, control } = useField(props)
  const [send, { isLoading, progress }] = useUpload<EmergencyAlertFile>([])
  const sound = value as EmergencyAlertFile | null
  const take = async (file: File) => {
    try {
      onChange(await send('/api/v0/emergency-alerts/file', { file }))
    } catch (failure) {
      alerts.error(errorText(failure))
    }
  }
  return (
    <FieldFrame props={props} error={error}>
      <div className={styles.sound}>
        {sound && (
          <>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a signal, not speech */}
            <audio key={sound.filename} controls preload="none" src={sound.url} />
            <span className={styles.soft}>
              {sound.name || t('sound')} · {clock(sound.duration / 1000)}
            </span>
          </>
        )}
        <div className={styles.soundRow}>
          <Upload
            accept={FORMATS}
            showUploadList={false}
            disabled={control.disabled}
            beforeUpload={(file) => {
              void take(file)
              // Nothing is sent by the control itself.
              return Upload.LIST_IGNORE
            }}
          >
            <Button {...control} icon={<UploadOutlined />} loading={isLoading}>
              {sound ? t('replaceSound') : t('chooseSound')}
            </Button>
          </Upload>
          {isLoading && progress < 1 && <span>{Math.round(progress * 100)} %</span>}
          {isLoading && progress >= 1 && <span>{t('converting')}</span>}
          {sound && !isLoading && (
            <Button type="text" disabled={control.disabled} onClick={() => onChange(null)}>
              {t('removeSound')}
            </Button>
          )}
        </div>
      </div>
    </FieldFrame>
  )
}
