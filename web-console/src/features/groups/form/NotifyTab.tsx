import { useTranslation } from 'react-i18next'
import { groupAdminSource, userSource } from '@/features/users'
import { FieldGrid, RowList, typedFields } from '@/kit/form'
import { ESCALATION_MEANS, MAX_ESCALATION_STEPS, type GroupForm } from '../schema'

const F = typedFields<GroupForm>()

/** Who is notified of the devices of the group, of what, and of alarms that nobody takes. */
export function NotifyTab() {
  const { t } = useTranslation('groups')
  return (
    <>
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
      <FieldGrid title={t('escalation.title')} text={t('escalation.text')}>
        <RowList
          name="device_status_notify.alarm_escalation"
          label={t('escalation.steps')}
          help={t('escalation.help')}
          addLabel={t('escalation.add')}
          rowLabel={(number) => t('escalation.step', { number })}
          empty={{ after_seconds: 120, by: 'notification', recipients: [] }}
          max={MAX_ESCALATION_STEPS}
        >
          {(at) => (
            <>
              <F.Number
                name={`device_status_notify.alarm_escalation.${at}.after_seconds`}
                label={t('escalation.after')}
                min={10}
                max={86_400}
                isRequired
              />
              <F.Select
                name={`device_status_notify.alarm_escalation.${at}.by`}
                label={t('escalation.by')}
                options={ESCALATION_MEANS.map((value) => ({
                  value,
                  label: t(`options.means.${value}`),
                }))}
                isRequired
              />
              <F.Ref
                name={`device_status_notify.alarm_escalation.${at}.recipients`}
                label={t('escalation.recipients')}
                source={userSource}
                isMultiple
                isRequired
                isWide
              />
            </>
          )}
        </RowList>
      </FieldGrid>
    </>
  )
}
