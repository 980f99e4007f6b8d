//! What is written for others: one file per output, each a function from results to bytes.

pub mod agreement;
mod broken;
pub mod check;
mod csv_table;
pub mod evaluation;
mod explanation;
pub mod features;
mod figure_table;
mod html_escaped;
pub mod jsonl;
pub mod labels;
mod mapped;
pub mod quality;
pub mod ranking;

use broken::broken;
use html_escaped::html_escaped;
