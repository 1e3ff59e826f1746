-- device-gateway begins to listen: what every project has is told again within a minute.
UPDATE project_features SET features = '{}';
