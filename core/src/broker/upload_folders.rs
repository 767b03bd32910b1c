//! The folders from which agents may upload, as the person sets them: they count at once, and are kept for later.

use std::path::PathBuf;
use std::sync::Arc;

use super::inside::{Inside, Reply};
use super::people::done;
use super::person::PersonError;
use super::run::Broker;
use crate::uploads::UploadFolder;

impl Broker {
    /// Finds out where a folder really is; it counts once that is known.
    pub(super) fn allow_uploads(&self, folder: PathBuf, reply: Reply) {
        let inside = self.outbox.inside.clone();
        tokio::task::spawn_blocking(move || {
            let found = UploadFolder::find(&folder)
                .map_err(|why| PersonError { code: "invalid_arguments", sentence: why.to_string() });
            done(&inside, Inside::UploadFolderFound(reply, found));
        });
    }

    pub(super) fn upload_folder_found(&mut self, reply: Reply, found: Result<UploadFolder, PersonError>) {
        match found {
            Ok(folder) => {
                let folders = &mut self.uploads.folders;
                if !folders.contains(&folder) {
                    folders.push(folder);
                    folders.sort();
                }
                self.keep_upload_folders(reply);
            }
            Err(error) => self.answer_person(reply, Err(error)),
        }
    }

    /// From now on no agent takes a file from there. Copies that a page was given already stay with it.
    pub(super) fn disallow_uploads(&mut self, folder: &UploadFolder, reply: Reply) {
        self.uploads.folders.retain(|allowed| allowed != folder);
        self.keep_upload_folders(reply);
    }

    fn keep_upload_folders(&mut self, reply: Reply) {
        self.publish();
        let (store, inside, folders) =
            (Arc::clone(&self.config.store), self.outbox.inside.clone(), self.uploads.folders.clone());
        tokio::task::spawn_blocking(move || {
            let kept = store.set_upload_folders(&folders).map_err(|error| PersonError::not_kept(&error));
            done(&inside, Inside::PersonDone(reply, kept));
        });
    }
}
