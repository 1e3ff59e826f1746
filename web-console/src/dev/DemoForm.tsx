import { z } from 'zod'
import { alerts } from '@/kit/alerts'
import {
  FieldGrid,
  FormPage,
  ipRule,
  maskedPassword,
  nameRule,
  optionalText,
  PASSWORD_MASK,
  rangeRule,
  refRule,
  someOf,
  typedFields,
  useResourceForm,
} from '@/kit/form'
import type { Resource } from '@/kit/resource'
import { listDoors, type DemoDoor } from './demoData'

const schema = z.object({
  name: nameRule(31),
  description: optionalText(200),
  groups: someOf(refRule),
  is_active: z.boolean(),
  network: z.object({ ip: ipRule, port: rangeRule(1, 65535), password: maskedPassword(6, 31) }),
})
type DemoValues = z.input<typeof schema>

const empty: DemoValues = {
  name: '',
  description: '',
  groups: [],
  is_active: true,
  network: { ip: '', port: 80, password: PASSWORD_MASK },
}

const F = typedFields<DemoValues>()

const demoDoors = {
  form: { schema, empty, toForm: () => empty },
  api: {
    useGet: () => ({ isLoading: false, isFetching: false, refetch: () => undefined }),
    useCreate: () => [() => ({ unwrap: refuse }), { isLoading: false }] as const,
    useUpdate: () => [() => ({ unwrap: refuse }), { isLoading: false }] as const,
  },
} as unknown as Resource<DemoDoor, typeof schema>

/** The answer of a server that finds fault with two fields. */
async function refuse(): Promise<never> {
  throw Object.assign(new Error('refused'), {
    status: 422,
    data: {
      message: 'invalid data sent',
      data: {
        fields: { name: 'value not unique', 'network.ip': 'device or service not available' },
      },
    },
  })
}

const source = {
  useList: (query: object) => ({
    data: listDoors(query),
    isLoading: false,
    isFetching: false,
    refetch: () => undefined,
  }),
  sort: 'name',
  label: (row: { id: number }) => (row as DemoDoor).name,
  detail: (row: { id: number }) => (row as DemoDoor).place,
}

export function DemoForm() {
  const control = useResourceForm(demoDoors, undefined, {
    onSaved: () => undefined,
    onFailed: () => alerts.error('failed'),
  })
  return (
    <FormPage
      control={control}
      title="New door"
      backTo="/dev/kit"
      tabs={[
        {
          key: 'general',
          label: 'General',
          fields: ['name', 'description', 'groups', 'is_active'],
          content: (
            <FieldGrid title="Name and place" text="People see this at the panel and in events.">
              <F.Text name="name" label="Name" isRequired />
              <F.Switch name="is_active" label="Active" disabled="Your role does not allow it" />
              <F.Ref name="groups" label="Groups" source={source} isMultiple isWide />
              <F.TextArea name="description" label="Description" isWide />
            </FieldGrid>
          ),
        },
        {
          key: 'network',
          label: 'Network',
          fields: ['network'],
          content: (
            <FieldGrid>
              <F.Text name="network.ip" label="IP address" isRequired isCode />
              <F.Number name="network.port" label="Port" min={1} max={65535} />
              <F.Password name="network.password" label="Password" />
            </FieldGrid>
          ),
        },
      ]}
    />
  )
}
