import { Button, Dropdown } from 'antd'
import { DownOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Ref } from '@/api/types'
import { GiveAccessButton } from '@/features/access-rules'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useOpenTab, useResourceForm } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { useCan, useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { SETTING_NEEDS } from './access'
import { type Group, useGroup } from './api'
import { GroupDialogs } from './GroupDialogs'
import { groupsWithForm } from './resourceWithForm'
import { groups } from './resource'
import { OVERVIEW, useFormTabs } from './useFormTabs'
import { useGroupActions } from './useGroupActions'

const paths = pathsOf(groups)

/** A group: new (below `?parent=`), what is known of one, or edited. */
export default function GroupFormPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const parentId = Number(params.get('parent')) || undefined
  const parent = useGroup(parentId ?? 0, { skip: parentId === undefined })
  if (parent.isLoading) return <Loading />
  return <GroupForm key={id ?? 'new'} id={id ? Number(id) : undefined} parent={parent.data} />
}

function GroupForm({ id, parent }: { id: number | undefined; parent: Ref | undefined }) {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const control = useResourceForm(groupsWithForm, id, {
    initial: parent && { parent: { id: parent.id, name: parent.name } },
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const readOnly = useLack()(id === undefined ? groups.can.create : groups.can.update)
  // Some may change a part of the settings only.
  const maySet = id !== undefined && Object.values(SETTING_NEEDS).some(meets)
  const [open, defaultTab] = useOpenTab({ page: OVERVIEW, form: 'general' })
  const tabs = useFormTabs(control.row, id, readOnly, open)
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
      note={control.row?.path.map(({ name }) => name).join(' / ')}
      backTo={paths.list}
      disabled={!maySet && readOnly}
      actions={
        control.row && (
          <>
            <Actions group={control.row} />
            <GiveAccessButton group={{ id: control.row.id, name: control.row.name }} isPrimary />
          </>
        )
      }
      tabs={tabs}
      defaultTab={defaultTab}
    />
  )
}

/** What else can be done with the group. */
function Actions({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const { state, set } = useListState()
  const actions = useGroupActions((dialog) => set({ dialog })).filter(({ key }) => key !== 'edit')
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: actions.map(({ key, label, icon, isDanger, disabled }) => ({
            key,
            label,
            icon,
            danger: isDanger,
            disabled: Boolean(disabled?.(group)),
            title: disabled?.(group) || undefined,
          })),
          onClick: ({ key }) => actions.find((action) => action.key === key)?.run(group),
        }}
      >
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t('actions')}
        </Button>
      </Dropdown>
      <GroupDialogs
        dialog={state.dialog}
        onClose={() => set({ dialog: '' })}
        onDeleted={() => void navigate(paths.list)}
      />
    </>
  )
}
