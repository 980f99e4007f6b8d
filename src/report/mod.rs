//! What is written for others: one file per output, each a function from results to bytes.

pub mod agreement;
mod broken;
pub mod check;
mod counted;
mod csv_table;
pub mod evaluation;
mod explanation;
pub mod features;
mod figure_table;
mod html_escaped;
pub mod jsonl;
pub mod labels;
mod mapped;
mod printable;
pub mod quality;
pub mod ranking;
pub mod replay;

use broken::broken;
pub use counted::counted;
use counted::number;
use html_escaped::html_escaped;
pub use printable::printable;
