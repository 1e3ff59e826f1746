import { HddOutlined, RadarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTopic } from '@/api/realtime'
import { SEARCH_PATH } from '@/features/device-search'
import { TASK_TOPIC } from '@/features/device-tasks'
import { BulkReport } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions } from '@/kit/table'
import { useDeviceList } from './api'
import { DevicePreview } from './DevicePreview'
import { DEVICE_TOPIC } from './realtime'
import { devices } from './resource'
import { useBulkProtocol } from './useBulkProtocol'
import { useBulkSetting } from './useBulkSetting'
import { useDeviceActions } from './useDeviceActions'
import { useDeviceColumns } from './useDeviceColumns'
import { useDeviceFilters } from './useDeviceFilters'
import { useOpenDoor } from './useOpenDoor'
import { useRowActions } from './useRowActions'

const paths = pathsOf(devices)

/** Devices, with who is there and who is behind, live. */
export default function DeviceListPage() {
  const { t } = useTranslation('devices')
  const { can, meets } = useCan()
  const list = useListState({ sort: devices.defaultSort })
  const deviceList = useDeviceList(list.query)
  const actions = useDeviceActions()
  const setting = useBulkSetting()
  const protocol = useBulkProtocol()
  const door = useOpenDoor()
  const rowActions = useRowActions(actions, door)
  const { deletion } = useCommonActions()
  const columns = useDeviceColumns(door)
  const filters = useDeviceFilters()
  useTopic(DEVICE_TOPIC)
  useTopic(TASK_TOPIC)

  const add = meets(devices.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  const actionButtons = (
    <>
      {can('can_create_device') && (
        <Link to={SEARCH_PATH}>
          <Button icon={<RadarChartOutlined />} tabIndex={-1}>
            {t('search')}
          </Button>
        </Link>
      )}
      {add}
    </>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={actionButtons}>
      <ResourceTable
        id="devices"
        list={list}
        rows={deviceList}
        isLive
        columns={columns}
        filters={filters}
        label={devices.label}
        linkOf={({ id }) => paths.of(id)}
        preview={(device) => <DevicePreview device={device} door={door} />}
        useRow={devices.api.useGet}
        rowActions={rowActions}
        bulkActions={[
          ...(meets(devices.can.update) ? [setting.action] : []),
          ...(can('can_edit_device') ? [protocol.action] : []),
          ...(meets(devices.can.remove) ? [{ ...deletion, run: actions.removeDevices }] : []),
        ]}
        empty={{ icon: HddOutlined, title: t('empty.title'), text: t('empty.text'), action: add }}
      />
      {door.dialog}
      {setting.dialog}
      {protocol.dialog}
      <BulkReport report={actions.report} onClose={actions.closeReport} />
    </Page>
  )
}
