//! A container image as an archive of the OCI layout: one layer with the program and the web app, no shell, no root.

use super::{Dist, copy, create, empty, write};
use crate::shell::{output, program, run as run_command, target_dir};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

pub(super) fn write_image(dist: &Dist) -> Result<(), String> {
    let [files, layout] = ["dist-layer", "dist-image"].map(|name| target_dir().join(name));
    empty(&files)?;
    empty(&layout)?;
    copy(&dist.tree.join("bin/equipoise"), &files.join("usr/bin/equipoise"))?;
    for name in super::names(&dist.tree.join("share/equipoise/web"))? {
        let place = format!("share/equipoise/web/{name}");
        copy(&dist.tree.join(&place), &files.join("usr").join(&place))?;
    }
    // Where puzzles are mounted, and where saved games may go.
    create(&files.join("puzzles"))?;

    let blobs = layout.join("blobs/sha256");
    create(&blobs)?;
    let layer = blobs.join("layer");
    let mut tar = program("tar", "--sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u=rwX --create");
    tar.arg(format!("--mtime=@{}", dist.time)).arg("--file").arg(&layer).arg("--directory").arg(&files).arg(".");
    run_command(tar)?;
    let layer = Blob::named("application/vnd.oci.image.layer.v1.tar", &layer)?;
    let mut date = program("date", "--utc +%Y-%m-%dT%H:%M:%SZ");
    date.arg(format!("--date=@{}", dist.time));
    let created = output(date)?.trim().to_owned();
    let config = json!({
        "created": created,
        "architecture": "amd64",
        "os": "linux",
        "config": {
            "User": "65534:65534",
            "ExposedPorts": { "8000/tcp": {} },
            "Env": ["PATH=/usr/bin"],
            "Entrypoint": ["/usr/bin/equipoise"],
            "Cmd": ["serve", "--host", "0.0.0.0"],
            "WorkingDir": "/puzzles",
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{}", layer.digest)] },
    });
    let config = Blob::json("application/vnd.oci.image.config.v1+json", &config, &blobs)?;
    let media = "application/vnd.oci.image.manifest.v1+json";
    let manifest = json!({
        "schemaVersion": 2, "mediaType": media, "config": config.descriptor(), "layers": [layer.descriptor()],
    });
    let mut entry = Blob::json(media, &manifest, &blobs)?.descriptor();
    entry["annotations"] = json!({ "org.opencontainers.image.ref.name": format!("equipoise:{}", dist.version) });
    let index = json!({ "schemaVersion": 2, "manifests": [entry] });
    write(&layout.join("index.json"), index.to_string().as_bytes())?;
    write(&layout.join("oci-layout"), br#"{"imageLayoutVersion":"1.0.0"}"#)?;

    let mut tar = program("tar", "--sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u=rwX --create");
    tar.arg(format!("--mtime=@{}", dist.time)).arg("--transform=s,^\\./,,").arg("--file");
    tar.arg(dist.out.join(format!("equipoise-{}-image.tar", dist.version)));
    tar.arg("--directory").arg(&layout).args(["oci-layout", "index.json", "blobs"]);
    run_command(tar)
}

/// A file that its digest names.
struct Blob {
    media: &'static str,
    digest: String,
    size: u64,
}

impl Blob {
    /// Gives a file of the folder of blobs its name.
    fn named(media: &'static str, file: &Path) -> Result<Blob, String> {
        let mut sum = program("sha256sum", "");
        sum.arg(file);
        let digest = output(sum)?.split_whitespace().next().unwrap_or_default().to_owned();
        super::rename(file, &file.with_file_name(&digest))?;
        let size = fs::metadata(file.with_file_name(&digest)).map_err(|error| error.to_string())?.len();
        Ok(Blob { media, digest, size })
    }

    fn json(media: &'static str, value: &Value, blobs: &Path) -> Result<Blob, String> {
        let file = blobs.join("value");
        write(&file, value.to_string().as_bytes())?;
        Blob::named(media, &file)
    }

    fn descriptor(&self) -> Value {
        json!({ "mediaType": self.media, "digest": format!("sha256:{}", self.digest), "size": self.size })
    }
}
