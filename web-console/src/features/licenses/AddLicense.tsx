import { CloudDownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { API_BASE } from '@/api/limits'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import { LICENSE_TAGS, renewFeatures, useAddCloudLicenseMutation, type License } from './api'
import styles from './licenses.module.css'

/** A licence from a signed file, or from the licence server by its key. */
export function AddLicense() {
  const { t } = useTranslation('licenses')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AddFile />
      <Button icon={<CloudDownloadOutlined />} onClick={() => setOpen(true)}>
        {t('add.cloud')}
      </Button>
      <KeyDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function AddFile() {
  const { t } = useTranslation('licenses')
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const dispatch = useDispatch()
  const [send, { isLoading }] = useUpload<License>(LICENSE_TAGS)
  const add = async (file: File | undefined) => {
    if (!file) return
    try {
      const added = await send(`${API_BASE}/licenses/file`, { file })
      renewFeatures(dispatch)
      alerts.success(t('add.done', { name: added.name }))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".vlic"
        hidden
        aria-label={t('add.file')}
        onChange={({ target }) => {
          void add(target.files?.[0])
          target.value = ''
        }}
      />
      <Button
        type="primary"
        icon={<UploadOutlined />}
        loading={isLoading}
        onClick={() => input.current?.click()}
      >
        {t('add.file')}
      </Button>
    </>
  )
}

function KeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('licenses')
  const errorText = useErrorText()
  const id = useId()
  const [key, setKey] = useState('')
  const [refused, setRefused] = useState('')
  const [add, { isLoading }] = useAddCloudLicenseMutation()
  const close = () => {
    setKey('')
    setRefused('')
    onClose()
  }
  const submit = async () => {
    const result = await add({ addCloudLicenseRequestInput: { key } })
    if (result.error) {
      setRefused(errorText(result.error))
      return
    }
    alerts.success(t('add.done', { name: result.data.name }))
    close()
  }
  return (
    <Modal
      open={isOpen}
      title={t('add.cloud')}
      okText={t('add.action')}
      okButtonProps={{ disabled: !key.trim(), loading: isLoading }}
      onOk={() => void submit()}
      onCancel={close}
      destroyOnHidden
    >
      <label htmlFor={id}>{t('add.key')}</label>
      <Input
        id={id}
        className="mono"
        value={key}
        maxLength={64}
        autoComplete="off"
        status={refused ? 'error' : undefined}
        onChange={({ target }) => setKey(target.value)}
        onPressEnter={() => key.trim() && void submit()}
      />
      {refused && (
        <p className={styles.bad} role="alert">
          {refused}
        </p>
      )}
    </Modal>
  )
}
