{{/* A part: a PrometheusRule of files/alerts.yaml, with the address of each alert's runbook. */}}
{{- define "library.prometheusRule" -}}
{{- $monitoring := .root.Values.monitoring -}}
{{- $groups := (.root.Files.Get "files/alerts.yaml" | fromYaml).groups -}}
{{- range $groups }}
{{- range .rules }}
{{- $_ := set .annotations "runbook_url" (printf "%s/%s.md" $monitoring.runbooks .alert) }}
{{- end }}
{{- end -}}
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  {{- include "library.metadata" . | nindent 2 }}
    {{- with $monitoring.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  groups:
    {{- /* What is absent has no labels to tell installations apart: it is looked for in this one's namespace. */}}
    {{- toYaml $groups | replace `namespace=~".*"` (printf `namespace=%q` .root.Release.Namespace) | nindent 4 }}
{{- end }}

{{/* A part: a ConfigMap for each dashboard of files/dashboards, as Grafana's sidecar takes them. */}}
{{- define "library.dashboards" -}}
{{- $part := . -}}
{{- range $path, $content := .root.Files.Glob "files/dashboards/*.json" }}
{{- $name := base $path | trimSuffix ".json" }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "library.metadata" (merge (dict "name" (printf "dashboard-%s" $name)) $part) | nindent 2 }}
    {{- toYaml $part.root.Values.monitoring.dashboardLabels | nindent 4 }}
data:
  {{ $name }}.json: {{ $content | toString | fromJson | toJson | quote }}
{{- end }}
{{- end }}
