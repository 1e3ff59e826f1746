import { useTranslation } from 'react-i18next'
import { groupAdminSource } from '@/features/users'
import { FieldGrid, typedFields } from '@/kit/form'
import type { GroupForm } from '../schema'

const F = typedFields<GroupForm>()

/** Who is told of the devices of the group, and of what. */
export function NotifyTab() {
  const { t } = useTranslation('groups')
  return (
    <FieldGrid title={t('notify.title')} text={t('notify.text')}>
      <F.Ref
        name="device_status_notify.user"
        label={t('notify.user')}
        source={groupAdminSource}
        isWide
      />
      <F.Switch
        name="device_status_notify.notify_about_offline_device"
        label={t('notify.offline')}
      />
      <F.Switch
        name="device_status_notify.notify_about_device_task_failed"
        label={t('notify.taskFailed')}
      />
    </FieldGrid>
  )
}
