import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate, useSearchParams } from 'react-router'
import { projectChosen, signedOut, useSessions } from '@/api/session'
import { usePageTitle } from '@/kit/page'
import { sendPendingStops } from '@/kit/pendingStops'
import { redirectTarget } from '@/kit/redirects'
import { AuthLayout } from './AuthLayout'
import styles from './auth.module.css'

/** For an account of several projects. */
export default function ChooseProjectPage() {
  const { t } = useTranslation('auth')
  usePageTitle(t('chooseProject'))
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const sessions = useSessions()

  const choose = async (id: number) => {
    await sendPendingStops()
    dispatch(projectChosen(id))
    void navigate(redirectTarget(params), { replace: true })
  }
  const leave = async () => {
    await sendPendingStops()
    dispatch(signedOut())
  }
  return (
    <AuthLayout>
      <h1 className={styles.title}>{t('chooseProject')}</h1>
      <p className={styles.lead}>{t('projects', { count: sessions.length })}</p>
      <ul className={styles.projects}>
        {sessions.map(({ project }) => (
          <li key={project.id}>
            <button type="button" onClick={() => void choose(project.id)}>
              <span className={styles.door} aria-hidden>
                {project.name.slice(0, 1).toUpperCase()}
              </span>
              <span className={styles.project}>
                <strong>{project.name}</strong>
                {project.description && <span>{project.description}</span>}
              </span>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button type="link" onClick={() => void leave()} className={styles.other}>
        {t('otherAccount')}
      </Button>
    </AuthLayout>
  )
}
