import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useWatch } from 'react-hook-form'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FieldGrid, FormPage, typedFields, useResourceForm } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import { useRole, type Role } from './api'
import { PermissionField } from './PermissionField'
import { mayEdit } from './permissionTree'
import { roles } from './resource'
import { RoleInWords } from './RoleInWords'
import { useEditor } from './useEditor'
import { toRoleForm, type RoleForm } from './schema'

const paths = pathsOf(roles)
const F = typedFields<RoleForm>()
const roleSource = pickerOf(roles)

/** A role: new (as `?from=` or empty), or edited. */
export default function RoleFormPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const from = Number(params.get('from')) || undefined
  const model = useRole(from ?? 0, { skip: from === undefined })
  if (model.isLoading) return <Loading />
  return <RoleFormOf key={id ?? 'new'} id={id ? Number(id) : undefined} model={model.data} />
}

interface Props {
  id: number | undefined
  /** A new role begins with the rights of this one. */
  model: Role | undefined
}

function RoleFormOf({ id, model }: Props) {
  const { t } = useTranslation('roles')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const editor = useEditor()
  const lacking = useLack()(id === undefined ? roles.can.create : roles.can.update)
  const control = useResourceForm(roles, id, {
    initial: model && { ...toRoleForm(model), name: '' },
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const exceeds = control.row !== undefined && !mayEdit(control.row.permissions, editor)
  const readOnly = lacking || (exceeds && t('permissions.exceeds'))
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
      note={control.row && t('users', { count: control.row.users_count })}
      backTo={paths.list}
      disabled={readOnly}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: ['name', 'description', 'available_roles'],
          content: <GeneralFields readOnly={readOnly} />,
        },
        {
          key: 'permissions',
          label: t('permissions.title'),
          fields: ['permissions'],
          content: <PermissionField editor={editor} readOnly={readOnly} />,
        },
        { key: 'words', label: t('words.title'), fields: [], content: <Words /> },
      ]}
    />
  )
}

function GeneralFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('roles')
  return (
    <FieldGrid>
      <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired disabled={readOnly} />
      <F.Ref
        name="available_roles"
        label={t('fields.available')}
        help={t('help.available')}
        source={roleSource}
        isMultiple
        disabled={readOnly}
      />
      <F.TextArea
        name="description"
        label={t('fields.description')}
        rows={3}
        isWide
        disabled={readOnly}
      />
    </FieldGrid>
  )
}

/** In words, as the form has it now. */
function Words() {
  const permissions = useWatch<RoleForm, 'permissions'>({ name: 'permissions' })
  return <RoleInWords permissions={permissions} />
}
