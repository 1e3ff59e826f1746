import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useEventWords } from '@/features/events'
import { alerts } from '@/kit/alerts'
import { FormDialog, nameRule, typedFields } from '@/kit/form'
import { useProcessDeviceAlarmMutation, type DeviceAlarm } from './api'

const MAX_COMMENT = 1_000
const schema = z.object({ comment: nameRule(MAX_COMMENT) })
const F = typedFields<z.input<typeof schema>>()

interface Props {
  alarm: DeviceAlarm
  onClose: () => void
}

/** Ends an alarm: what was found, and what was done. */
export function ProcessDialog({ alarm, onClose }: Props) {
  const { t } = useTranslation('device-alarms')
  const words = useEventWords()
  const [process] = useProcessDeviceAlarmMutation()
  return (
    <FormDialog
      title={[words(alarm.code), alarm.device?.name].filter(Boolean).join(', ')}
      schema={schema}
      initial={{ comment: '' }}
      action={t('process')}
      width={440}
      onClose={onClose}
      onApprove={async ({ comment }) => {
        await process({ id: alarm.id, body: { comment } }).unwrap()
        alerts.success(t('processed'))
      }}
    >
      <F.TextArea
        name="comment"
        label={t('fields.comment')}
        help={t('commentHelp')}
        rows={4}
        maxLength={MAX_COMMENT}
        isRequired
      />
    </FormDialog>
  )
}
