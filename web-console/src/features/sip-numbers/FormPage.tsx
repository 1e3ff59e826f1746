import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { devices } from '@/features/devices'
import { users } from '@/features/users'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useResourceForm } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ForwardFields } from './ForwardFields'
import { NumberFields } from './NumberFields'
import { ActiveTag } from './NumberTags'
import { sipNumbers } from './resource'
import type { SipNumberForm } from './schema'
import { useWhyLocked } from './useNumberActions'

const paths = pathsOf(sipNumbers)

const FORWARD = ['forward_mode', 'forward_rules', 'forward_group']
const GENERAL = [
  'number',
  'name',
  'password',
  'is_active',
  'is_reserved',
  'is_system',
  'owner',
  'user',
  'device',
  'domain',
]

/** A virtual number: new (for `?user=` or `?device=`), or edited. */
export default function SipNumberFormPage() {
  const { id } = useParams()
  const start = useStart()
  if (start.isLoading) return <Loading />
  return <NumberForm key={id ?? 'new'} id={id ? Number(id) : undefined} {...start} />
}

interface Start {
  /** Whose a new number is to be. */
  initial?: Partial<SipNumberForm>
  backTo: string
}

function useStart(): Start & { isLoading: boolean } {
  const [params] = useSearchParams()
  const idOf = (name: string) => Number(params.get(name)) || undefined
  const [userId, deviceId] = [idOf('user'), idOf('device')]
  const user = users.api.useGet(userId ?? 0, { skip: userId === undefined })
  const device = devices.api.useGet(deviceId ?? 0, { skip: deviceId === undefined })
  const isLoading = user.isLoading || device.isLoading
  if (user.data) {
    const { id, name } = user.data
    const backTo = `${pathsOf(users).edit(id)}?tab=numbers`
    return { isLoading, backTo, initial: { owner: 'user', user: { id, name }, name } }
  }
  if (device.data) {
    const { id, name, domain } = device.data
    const backTo = `${pathsOf(devices).edit(id)}?tab=sip`
    return { isLoading, backTo, initial: { owner: 'device', device: { id, name }, name, domain } }
  }
  return { isLoading, backTo: paths.list }
}

function NumberForm({ id, initial, backTo }: Start & { id: number | undefined }) {
  const { t } = useTranslation('sip-numbers')
  const navigate = useNavigate()
  const lack = useLack()
  const whyLocked = useWhyLocked()
  const errorText = useErrorText()
  const control = useResourceForm(sipNumbers, id, {
    initial,
    onSaved: (number) => {
      alerts.success(t('saved', { name: sipNumbers.label(number) }))
      if (id === undefined) void navigate(backTo)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row, isNew } = control
  const readOnly =
    lack(isNew ? sipNumbers.can.create : sipNumbers.can.update) || (row ? whyLocked(row) : false)
  return (
    <FormPage
      control={control}
      title={isNew ? t('new') : row ? sipNumbers.label(row) : ''}
      note={row && <ActiveTag number={row} />}
      backTo={backTo}
      disabled={readOnly}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: GENERAL,
          content: (
            <ReadOnly why={readOnly}>
              <NumberFields isNew={isNew} />
            </ReadOnly>
          ),
        },
        {
          key: 'forward',
          label: t('fields.forwarding'),
          fields: FORWARD,
          content: (
            <ReadOnly why={readOnly}>
              <ForwardFields />
            </ReadOnly>
          ),
        },
      ]}
    />
  )
}
