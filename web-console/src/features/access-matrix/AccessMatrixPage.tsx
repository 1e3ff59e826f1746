import { TableOutlined } from '@ant-design/icons'
import { Pagination, Switch } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { GetAccessMatrixResponse } from '@/api/generated/access-matrix'
import { accessCheckPath } from '@/features/access-check'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { DownloadMenu } from '@/kit/files'
import { Page } from '@/kit/page'
import styles from './access-matrix.module.css'
import { Legend } from './cells'
import { linesOf } from './fold'
import { Grid } from './Grid'
import {
  changed,
  DOOR_SIZE,
  downloadArgs,
  parseQuestion,
  questionParams,
  SIZES,
  type Question,
} from './question'
import { QuestionBar } from './QuestionBar'
import { TimeChooser } from './TimeChooser'
import { useMatrix } from './useMatrix'

/** Who opens what: users by doors, now or at a time of the week that comes. The address holds the whole question. */
export default function AccessMatrixPage() {
  const { t } = useTranslation('access-matrix')
  const [params, setParams] = useSearchParams()
  const question = useMemo(() => parseQuestion(params), [params])
  const change = useCallback(
    (part: Partial<Question>) =>
      setParams(questionParams(changed(question, part)), { replace: true }),
    [question, setParams],
  )
  const { data, error, isFetching, refetch } = useMatrix(question)
  const download = (
    <DownloadMenu
      path="/access-matrix/download"
      name="access-matrix"
      query={{}}
      args={downloadArgs(question)}
    />
  )
  return (
    <Page title={t('title')} note={t('note')} actions={download}>
      <QuestionBar question={question} onChange={change} />
      <TimeChooser at={question.at} onChange={(at) => change({ at })} />
      {data ? (
        <Matrix question={question} answer={data} isLoading={isFetching} onChange={change} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading paragraph={{ rows: 10 }} />
      )}
    </Page>
  )
}

interface MatrixProps {
  question: Question
  answer: GetAccessMatrixResponse
  isLoading: boolean
  onChange: (part: Partial<Question>) => void
}

function Matrix({ question, answer, isLoading, onChange }: MatrixProps) {
  const { t } = useTranslation('access-matrix')
  const navigate = useNavigate()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { items, doors } = answer
  const { isFolded } = question
  const lines = useMemo(
    () => linesOf(items, doors.length, { isFolded, opened }),
    [items, doors.length, isFolded, opened],
  )
  const toggle = (key: string) =>
    setOpened((old) => {
      const next = new Set(old)
      if (!next.delete(key)) next.add(key)
      return next
    })
  if (items.length === 0 || doors.length === 0) {
    return (
      <EmptyState
        icon={TableOutlined}
        title={t(doors.length === 0 ? 'empty.noDoor' : 'empty.nobody')}
        text={t('empty.text')}
      />
    )
  }
  return (
    <>
      <div className={styles.over}>
        <Legend />
        <label className={styles.folding}>
          <Switch
            size="small"
            checked={isFolded}
            onChange={(checked) => onChange({ isFolded: checked })}
          />
          <span>{t('foldEqual')}</span>
        </label>
      </div>
      <Grid
        label={t('title')}
        lines={lines}
        doors={doors}
        isLoading={isLoading}
        onToggle={toggle}
        onUser={({ users: [user] }) => onChange({ userId: user?.id })}
        onDoor={({ device, lock_number: lock }) => onChange({ deviceId: device?.id, lock })}
        onCell={({ users: [user] }, { device, lock_number: lock }) =>
          void navigate(
            accessCheckPath({ userId: user?.id, deviceId: device?.id, lock, time: question.at }),
          )
        }
      />
      <div className={styles.footer}>
        <Pages
          label={t('people', { count: answer.total })}
          page={question.page}
          size={question.size}
          total={answer.total}
          onChange={(page, size) => onChange(size === question.size ? { page } : { size })}
          sizes={SIZES}
        />
        <Pages
          label={t('doors', { count: answer.door_total })}
          page={question.doorPage}
          size={DOOR_SIZE}
          total={answer.door_total}
          onChange={(doorPage) => onChange({ doorPage })}
        />
      </div>
    </>
  )
}

interface PagesProps {
  label: string
  page: number
  size: number
  total: number
  sizes?: readonly number[]
  onChange: (page: number, size: number) => void
}

/** Users or doors: how many there are, and the pages of more than one. */
function Pages({ label, page, size, total, sizes, onChange }: PagesProps) {
  return (
    <div className={styles.pages} role="navigation" aria-label={label}>
      <span className="tabular">{label}</span>
      {total > Math.min(size, ...(sizes ?? [])) && (
        <Pagination
          size="small"
          current={page}
          pageSize={size}
          total={total}
          showLessItems
          showSizeChanger={sizes !== undefined}
          pageSizeOptions={sizes ? [...sizes] : undefined}
          onChange={onChange}
        />
      )}
    </div>
  )
}
