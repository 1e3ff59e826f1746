import { HistoryOutlined, SafetyOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useTopic } from '@/api/realtime'
import { DEVICE_TOPIC, devices, type Device } from '@/features/devices'
import { FeatureLack, groups } from '@/features/groups'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FieldGrid, FormPage, typedFields, useResourceForm } from '@/kit/form'
import { LinkButton } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pickerOf, type PickerSource } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import { CallDialog } from './call/CallDialog'
import { useCall } from './call/useCall'
import { FloorsSection } from './FloorsSection'
import { linkOfElevator } from './links'
import { Readiness } from './Readiness'
import { elevators } from './resource'
import { RULES } from './rulesPath'
import { elevatorSchema, type ElevatorForm } from './schema'

const paths = pathsOf(elevators)
const F = typedFields<ElevatorForm>()

const groupSource = pickerOf(groups)

/** Lift controllers alone, by their group. */
const controllerSource: PickerSource = {
  ...pickerOf(devices),
  useList: (query, options) =>
    devices.api.useList(
      {
        ...query,
        filters: {
          match: 'match_all',
          items: [{ field: 'type', rule: 'equals', value: 'liftcontroller' }],
        },
      },
      options,
    ),
  detail: (row) => (row as Device).domain?.name ?? '',
}

/** An elevator: new, or edited. */
export default function ElevatorFormPage() {
  const { id } = useParams()
  return <ElevatorFormOf key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function ElevatorFormOf({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['elevators', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const call = useCall()
  useTopic(DEVICE_TOPIC)
  const control = useResourceForm(elevators, id, {
    onSaved: ({ id: saved, name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.edit(saved))
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  const mayEdit = meets(id === undefined ? elevators.can.create : elevators.can.update)
  const readOnly = !mayEdit && t('common:noRight')
  return (
    <>
      <FormPage
        control={control}
        title={control.isNew ? t('new') : (row?.name ?? t('title'))}
        actions={
          row && (
            <>
              <LinkButton
                icon={<SafetyOutlined aria-hidden />}
                to={linkOfElevator(RULES.path, row.id)}
              >
                {t('rules')}
              </LinkButton>
              <LinkButton
                icon={<HistoryOutlined aria-hidden />}
                to={linkOfElevator('/elevators/events', row.id)}
              >
                {t('events')}
              </LinkButton>
            </>
          )
        }
        backTo={paths.list}
        disabled={readOnly}
        tabs={[
          {
            key: 'general',
            label: t('general'),
            fields: Object.keys(elevatorSchema.shape),
            content: (
              <>
                <FieldGrid>
                  <F.Text
                    name="name"
                    label={t('fields.name')}
                    maxLength={100}
                    isRequired
                    disabled={readOnly}
                  />
                  <F.Ref
                    name="domain"
                    label={t('fields.domain')}
                    help={t('help.domain')}
                    source={groupSource}
                    isRequired
                    disabled={readOnly}
                  />
                  <F.Ref
                    name="devices"
                    label={t('fields.devices')}
                    help={t('help.devices')}
                    source={controllerSource}
                    isMultiple
                    isRequired
                    isWide
                    disabled={readOnly}
                  />
                  <FeatureLack name="domain" feature="elevator" />
                </FieldGrid>
                {row && <Readiness controllers={row.devices} />}
                <FloorsSection
                  known={row?.devices ?? []}
                  onCall={row && ((floor) => call.ask(row, floor))}
                />
              </>
            ),
          },
        ]}
      />
      {call.asked && <CallDialog {...call.asked} onClose={call.close} />}
    </>
  )
}
