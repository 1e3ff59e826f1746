import { SendOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useOpenTab, useResourceForm } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useCan, useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AnnounceFields } from './AnnounceFields'
import type { Announce } from './api'
import { maySend } from './entity'
import { announces } from './resource'
import { announceSchema } from './schema'
import { StatusOfAnnounce } from './StatusOfAnnounce'
import { useAnnounceActions } from './useAnnounceActions'

const PreviewPanel = lazy(() => import('./PreviewPanel'))
const ResultsPanel = lazy(() => import('./ResultsPanel'))

const paths = pathsOf(announces)

/** An announce: written, looked at, sent, and counted. */
export default function AnnounceFormPage() {
  const { id } = useParams()
  return <AnnounceForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function AnnounceForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('announces')
  const navigate = useNavigate()
  const lack = useLack()
  const errorText = useErrorText()
  const control = useResourceForm(announces, id, {
    onSaved: (saved) => {
      alerts.success(t('saved', { name: saved.name }))
      if (id === undefined) void navigate(paths.edit(saved.id))
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  const isEditable = !row || row.status === 'new' || row.status === 'scheduled'
  const readOnly =
    lack(id === undefined ? announces.can.create : announces.can.update) ||
    (!isEditable && t('isFinal'))
  const hasResults = row?.is_managed === true && row.status !== 'new' && row.status !== 'scheduled'
  const firstTab = hasResults ? 'results' : 'general'
  const [openTab] = useOpenTab({ page: firstTab, form: firstTab })
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      note={row && <StatusOfAnnounce status={row.status} />}
      backTo={paths.list}
      disabled={readOnly}
      defaultTab={firstTab}
      actions={row && <RunButtons announce={row} isChanged={control.form.formState.isDirty} />}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(announceSchema.shape),
          content: (
            <ReadOnly why={readOnly}>
              <AnnounceFields />
            </ReadOnly>
          ),
        },
        {
          key: 'preview',
          label: t('preview.title'),
          fields: [],
          isView: true,
          // Every opening counts what is entered by then; a tab that nobody looks at asks nothing.
          content: openTab === 'preview' && (
            <Suspense fallback={<Loading />}>
              <PreviewPanel />
            </Suspense>
          ),
        },
        ...(row && hasResults
          ? [
              {
                key: 'results',
                label: t('results'),
                fields: [],
                isView: true,
                content: (
                  <Suspense fallback={<Loading />}>
                    <ResultsPanel announce={row} />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function RunButtons({ announce, isChanged }: { announce: Announce; isChanged: boolean }) {
  const { t } = useTranslation('announces')
  const { meets } = useCan()
  const { start, stop } = useAnnounceActions()
  if (!meets(maySend)) return null
  const { status } = announce
  if (status === 'new')
    return (
      <Button
        type="primary"
        icon={<SendOutlined />}
        disabled={isChanged}
        title={isChanged ? t('start.saveFirst') : undefined}
        onClick={() => void start(announce)}
      >
        {announce.execute_at ? t('start.schedule') : t('start.action')}
      </Button>
    )
  if (status === 'scheduled' || status === 'sending' || status === 'active')
    return (
      <Button danger icon={<StopOutlined />} onClick={() => void stop(announce)}>
        {t('stop.action')}
      </Button>
    )
  return null
}
