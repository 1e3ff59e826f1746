import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Ref } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useGroup } from './api'
import { GroupFields } from './GroupFields'
import { groups } from './resource'

const paths = pathsOf(groups)

/** A group: new (below `?parent=`) or edited. */
export default function GroupFormPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const parentId = Number(params.get('parent')) || undefined
  const parent = useGroup(parentId ?? 0, { skip: parentId === undefined })
  if (parent.isLoading) return <Skeleton active />
  return <GroupForm key={id ?? 'new'} id={id ? Number(id) : undefined} parent={parent.data} />
}

function GroupForm({ id, parent }: { id: number | undefined; parent: Ref | undefined }) {
  const { t } = useTranslation(['groups', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const control = useResourceForm(groups, id, {
    initial: parent && { parent: { id: parent.id, name: parent.name } },
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const mayEdit = meets(id === undefined ? groups.can.create : groups.can.update)
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? '')}
      note={control.row?.path.map(({ name }) => name).join(' / ')}
      backTo={paths.list}
      disabled={!mayEdit && t('common:noRight')}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: ['name', 'description', 'parent', 'domain_type_id', 'logic_address'],
          content: <GroupFields id={id} readOnly={!mayEdit && t('common:noRight')} />,
        },
      ]}
    />
  )
}
