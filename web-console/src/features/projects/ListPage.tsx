import { CustomerServiceOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { FilterField } from '@/kit/filter'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions, type RowAction } from '@/kit/table'
import { useProject, useProjectList, type DealerProject } from './api'
import { projects } from './resource'
import { SupportDialog } from './SupportDialog'
import { useProjectColumns } from './useProjectColumns'
import { useSuspension } from './useSuspension'

const paths = pathsOf(projects)

/** The projects of a dealer: how large each is, and ways in. */
export default function ProjectListPage() {
  const { t } = useTranslation('projects')
  const list = useListState({ sort: projects.defaultSort })
  const rows = useProjectList(list.query)
  const columns = useProjectColumns()
  const filters = useProjectFilters()
  const { dialog } = list.state
  const entered = useProject(Number(dialog), { skip: !Number(dialog) })
  const add = <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="projects"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={projects.label}
        linkOf={({ id }) => paths.edit(id)}
        rowActions={useRowActions((id) => list.set({ dialog: String(id) }))}
        empty={{ icon: projects.icon, title: t('empty.title'), text: t('empty.text'), action: add }}
      />
      {entered.data && dialog === String(entered.data.id) && (
        <SupportDialog project={entered.data} onClose={() => list.set({ dialog: '' })} />
      )}
    </Page>
  )
}

function useRowActions(enter: (id: number) => void): RowAction<DealerProject>[] {
  const { t } = useTranslation('projects')
  const { edit } = useCommonActions()
  const navigate = useNavigate()
  const { suspend, resume } = useSuspension()
  return [
    {
      key: 'support',
      label: t('support.action'),
      icon: <CustomerServiceOutlined />,
      disabled: ({ is_suspended }) => is_suspended && t('support.suspended'),
      run: ({ id }) => enter(id),
    },
    { ...edit, run: ({ id }) => void navigate(paths.edit(id)) },
    {
      key: 'resume',
      label: t('resume.action'),
      icon: <PlayCircleOutlined />,
      disabled: ({ is_suspended }) => !is_suspended && t('resume.running'),
      run: (project) => void resume(project),
    },
    {
      key: 'suspend',
      label: t('suspend.action'),
      icon: <PauseOutlined />,
      isDanger: true,
      disabled: ({ is_suspended }) => is_suspended && t('suspend.already'),
      run: (project) => void suspend(project),
    },
  ]
}

function useProjectFilters(): FilterField[] {
  const { t } = useTranslation('projects')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'is_suspended', label: t('suspended'), type: 'boolean' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
