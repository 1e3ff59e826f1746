import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { LOCALES } from '@/api/profile'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FieldGrid, FormPage, typedFields, useResourceForm } from '@/kit/form'
import { LOCALE_NAMES } from '@/kit/i18n'
import { pathsOf } from '@/kit/resource'
import { projects } from './resource'
import type { ProjectForm } from './schema'

const paths = pathsOf(projects)
const F = typedFields<ProjectForm>()

/** A project of the dealer: new, with its first administrator, or edited. */
export default function ProjectFormPage() {
  const { id } = useParams()
  return <ProjectFormOf key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function ProjectFormOf({ id }: { id: number | undefined }) {
  const { t } = useTranslation('projects')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const control = useResourceForm(projects, id, {
    onSaved: ({ name }) => {
      alerts.success(id === undefined ? t('created', { name }) : t('saved', { name }))
      void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
      note={control.row && <span className="mono">{control.row.uid}</span>}
      backTo={paths.list}
      disabled={false}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: ['name', 'description', 'time_zone', 'locale', 'administrator'],
          content: <Fields isNew={id === undefined} />,
        },
      ]}
    />
  )
}

function Fields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('projects')
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
    [],
  )
  return (
    <>
      <FieldGrid>
        <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired />
        <F.Select
          name="locale"
          label={t('fields.locale')}
          help={t('help.locale')}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
        <F.Select
          name="time_zone"
          label={t('fields.zone')}
          placeholder="UTC"
          isClearable
          options={zones}
        />
        <F.TextArea name="description" label={t('fields.description')} rows={2} isWide />
      </FieldGrid>
      {isNew && (
        <FieldGrid title={t('administrator.title')} text={t('administrator.text')}>
          <F.Text name="administrator.name" label={t('administrator.name')} isRequired />
          <F.Text name="administrator.email" label={t('administrator.email')} isRequired />
        </FieldGrid>
      )}
    </>
  )
}
