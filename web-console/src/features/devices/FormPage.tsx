import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useTopic } from '@/api/realtime'
import { GiveAccessButton } from '@/features/access-rules'
import { TASK_TOPIC } from '@/features/device-tasks'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useOpenTab, useResourceForm } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AdoptEntry } from './adoption/AdoptEntry'
import { useModel, type Device } from './api'
import { DeviceMenu } from './DeviceMenu'
import { DeviceStatusTag } from './DeviceStatusTag'
import styles from './FormPage.module.css'
import { DEVICE_TOPIC } from './realtime'
import { devices } from './resource'
import { SyncTag } from './SyncTag'
import { OVERVIEW, useFormTabs } from './useFormTabs'

const paths = pathsOf(devices)

/** A device: new, what is known of one, or edited. */
export default function DeviceFormPage() {
  const { id } = useParams()
  return <DeviceForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function DeviceForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['devices', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  useTopic(DEVICE_TOPIC)
  useTopic(TASK_TOPIC)
  const control = useResourceForm(devices, id, {
    onSaved: (device) => {
      alerts.success(t('saved', { name: device.name }))
      if (id === undefined) void navigate(paths.of(device.id))
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const mayEdit = meets(id === undefined ? devices.can.create : devices.can.update)
  const readOnly = !mayEdit && t('common:noRight')
  const { row } = control
  const [open, defaultTab] = useOpenTab({ page: OVERVIEW, form: 'general' })
  const tabs = useFormTabs(control.form, { id, device: row, readOnly, open })
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      note={row && <Standing device={row} />}
      actions={row && <Actions device={row} />}
      backTo={paths.list}
      disabled={readOnly}
      tabs={tabs}
      defaultTab={defaultTab}
    />
  )
}

/** Whether the device is there and in step. */
function Standing({ device }: { device: Device }) {
  return (
    <span className={styles.standing}>
      <DeviceStatusTag info={device.device_info} />
      <SyncTag info={device.device_info} />
      <span className="mono">{device.serial_number}</span>
      {device.device_info?.firmware && <span>{device.device_info.firmware}</span>}
    </span>
  )
}

function Actions({ device }: { device: Device }) {
  const hasLocks = (useModel(device.type, device.model)?.locks ?? 0) > 0
  return (
    <>
      {hasLocks && <GiveAccessButton door={{ id: device.id, name: device.name }} />}
      <DeviceMenu device={device} />
      <AdoptEntry device={device} />
    </>
  )
}
