import { lazy, Suspense, type ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callHistoryScreen, LatestCalls } from '@/features/call-history'
import type { FormTab } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import { useModel, type Device } from './api'
import { tabsFor, type SettingTab } from './capability'
import { AdditionalTab } from './form/AdditionalTab'
import { AddressTab } from './form/AddressTab'
import { AlprTab, AxxonTab } from './form/CameraTabs'
import { FaceTab } from './form/FaceTab'
import { GeneralTab } from './form/GeneralTab'
import { LiftTab } from './form/LiftTab'
import { NetworkTab } from './form/NetworkTab'
import { SipTab } from './form/SipTab'
import { EventsTab, TasksTab } from './RelatedTabs'
import { deviceSchema, type DeviceForm, type DeviceValues } from './schema'
import { SyncErrorList } from './SyncErrorList'

// Fetched when it is opened: the form needs none of its logs.
const DeviceOverview = lazy(() => import('./DeviceOverview'))
const ForwardsTab = lazy(() => import('./ForwardsTab'))

/** The tab that is no part of the form. */
export const OVERVIEW = 'overview'

/** All but the settings, of which the password for the broker stands on the first tab. */
const GENERAL_FIELDS = [
  ...Object.keys(deviceSchema.shape).filter((name) => name !== 'device_settings'),
  'device_settings.mqtt',
]

interface Options {
  id: number | undefined
  device: Device | undefined
  readOnly: string | false
  /** Key of the open tab. */
  open: string
}

/** The tabs of the form: what the model can do, and what belongs to a device that exists. */
export function useFormTabs(
  form: UseFormReturn<DeviceForm, unknown, DeviceValues>,
  { id, device, readOnly, open }: Options,
): FormTab[] {
  const { t } = useTranslation('devices')
  const type = useWatch({ control: form.control, name: 'type' })
  const modelName = useWatch({ control: form.control, name: 'model' })
  const model = useModel(type, modelName)
  const related = useRelatedTabs(id, type, model?.has_sip ?? false, open)
  const readsPlates = (model?.identifier_types ?? []).includes('license_plate')
  const contents: Record<SettingTab, ReactNode> = {
    network: <NetworkTab readOnly={readOnly} />,
    sip: <SipTab readOnly={readOnly} id={id} />,
    address: <AddressTab readOnly={readOnly} />,
    additional: (
      <AdditionalTab readOnly={readOnly} buttons={model?.buttons ?? 0} readsPlates={readsPlates} />
    ),
    face_recognition: <FaceTab readOnly={readOnly} />,
    lift_controller: <LiftTab readOnly={readOnly} />,
    alpr_camera: <AlprTab readOnly={readOnly} />,
    integration_axxon: <AxxonTab readOnly={readOnly} />,
  }
  const overview: FormTab = {
    key: OVERVIEW,
    label: t('overview.title'),
    fields: [],
    isView: true,
    content: device && open === OVERVIEW && (
      <Suspense fallback={<Loading />}>
        <DeviceOverview device={device} />
      </Suspense>
    ),
  }
  return [
    ...(id === undefined ? [] : [overview]),
    {
      key: 'general',
      label: t('tabs.general'),
      fields: GENERAL_FIELDS,
      content: <GeneralTab readOnly={readOnly} />,
    },
    ...tabsFor(model, type).map((tab) => ({
      key: tab,
      label: t(`options.settingTabs.${tab}`),
      fields: [`device_settings.${tab}`],
      content: contents[tab],
    })),
    ...related,
  ]
}

/** Tasks, refusals, forwards, events and calls of a device; each is asked for when its tab is open. */
function useRelatedTabs(
  id: number | undefined,
  type: string,
  hasSip: boolean,
  open: string,
): FormTab[] {
  const { t } = useTranslation('devices')
  const { can, meets } = useCan()
  if (id === undefined) return []
  const tab = (key: string, label: string, content: ReactNode): FormTab => ({
    key,
    label,
    fields: [],
    isView: true,
    content: open === key && content,
  })
  const tabs = [tab('syncErrors', t('tabs.syncErrors'), <SyncErrorList deviceId={id} />)]
  if (can('can_view_device_tasks')) {
    tabs.unshift(tab('tasks', t('tabs.tasks'), <TasksTab deviceId={id} />))
  }
  if (type === 'panel') {
    const content = (
      <Suspense fallback={<Loading />}>
        <ForwardsTab deviceId={id} />
      </Suspense>
    )
    tabs.push(tab('forwards', t('tabs.forwards'), content))
  }
  if (can('can_view_device_events')) {
    tabs.push(tab('events', t('tabs.events'), <EventsTab deviceId={id} />))
  }
  if (hasSip && meets(callHistoryScreen.need)) {
    tabs.push(tab('calls', t('tabs.calls'), <LatestCalls deviceId={id} />))
  }
  return tabs
}
