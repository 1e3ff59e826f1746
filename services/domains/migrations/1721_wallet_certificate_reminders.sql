-- Reminders of the end of the certificate that signs a project's wallet passes: each once for a certificate's end.
CREATE TABLE wallet_certificate_reminders (
    project_id bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    -- Before the end: 30, 7, 1.
    days smallint NOT NULL,
    PRIMARY KEY (project_id, expires_at, days)
);
CALL enforce_tenancy('wallet_certificate_reminders');
